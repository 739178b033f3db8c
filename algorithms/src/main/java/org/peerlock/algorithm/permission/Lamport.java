package org.peerlock.algorithm.permission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.QueuePosition;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Ticket;

/**
 * L. Lamport, "Time, Clocks, and the Ordering of Events in a Distributed System", CACM 21(7), 1978;
 * in the words of P. Dasgupta, "Distributed Mutual Exclusion", CS60002, IIT Kharagpur.
 *
 * <p>Every node keeps the whole queue of requests, sorted by ticket. A node sends its request to
 * all others. It enters once its request is at the head of its own queue and all others have sent
 * something later: then no request with a smaller ticket can still arrive. Messages from one node
 * to another must arrive in the order in which they were sent.
 *
 * <table>
 * <caption>The paper's names</caption>
 * <tr><td>i</td><td>{@code me}</td></tr>
 * <tr><td>q<sub>i</sub></td><td>{@link State#queue}</td></tr>
 * <tr><td>(ts<sub>i</sub>, i)</td><td>a {@link Ticket}</td></tr>
 * <tr><td>logical timestamp</td><td>{@link State#clock} after it was raised by 1 for the event of sending</td></tr>
 * <tr><td>has received a message with timestamp</td><td>{@link State#last}</td></tr>
 * </table>
 *
 * <p>Not in the paper: weights, which turn "at the head" into "fits beside all that are ahead", so
 * that the queue serves readers, writers and permits; several requests of one node, for which
 * RELEASE names the one that it ends; a fence in RELEASE; withdrawal, which is a RELEASE without an
 * entry.
 */
public class Lamport implements Algorithm<Lamport.State, Lamport.Message> {

    public static final Profile PROFILE = new Profile(
            "lamport",
            Family.PERMISSION_OF_ALL,
            "Lamport 1978",
            Assumptions.fifoOnly(),
            EnumSet.of(Capacity.Kind.MUTEX, Capacity.Kind.READ_WRITE, Capacity.Kind.SEMAPHORE),
            true,
            new Profile.Costs("3(N-1)", "T", "by (timestamp, node)", "in RELEASE"));

    /** The messages between nodes. */
    public sealed interface Message {

        /** The sender's logical clock. */
        long timestamp();

        /** I want to enter; the timestamp is the number of my request. */
        record Request(long timestamp, int weight) implements Message {}

        /** I know of your request. */
        record Reply(long timestamp) implements Message {}

        /** My request with this number has left, or will never enter. */
        record Release(long timestamp, long number, long fence) implements Message {}
    }

    /**
     * A request of any node. It is in the queue from the moment it is known until it is released.
     */
    public record Entry(Ticket ticket, int weight) {}

    /** A request of this node. */
    public record Own(long requestId, long number, boolean inside) {}

    /**
     * What a node knows.
     *
     * @param clock the logical clock
     * @param queue the requests of all nodes, sorted by ticket
     * @param last the greatest timestamp received from each other node
     * @param own the requests of this node, sorted by number
     * @param fence the greatest fence known
     */
    public record State(long clock, List<Entry> queue, NodeCounters last, List<Own> own, long fence) {

        public State {
            queue = List.copyOf(queue);
            own = List.copyOf(own);
        }

        State tick() {
            return new State(clock + 1, queue, last, own, fence);
        }

        State hear(int j, long timestamp) {
            return new State(Math.max(clock, timestamp), queue, last.atLeast(j, timestamp), own, fence);
        }

        State learn(long known) {
            return new State(clock, queue, last, own, Math.max(fence, known));
        }

        State put(Ticket ticket, int weight) {
            List<Entry> longer = new ArrayList<>(queue);
            longer.add(new Entry(ticket, weight));
            longer.sort(Comparator.comparing(Entry::ticket));
            return new State(clock, longer, last, own, fence);
        }

        State remove(Ticket ticket) {
            List<Entry> shorter = new ArrayList<>(queue);
            boolean found = shorter.removeIf(entry -> entry.ticket().equals(ticket));
            Expect.that(found, "a RELEASE comes after its REQUEST, and only once");
            return new State(clock, shorter, last, own, fence);
        }

        State begin(Own request) {
            List<Own> longer = new ArrayList<>(own);
            longer.add(request);
            return new State(clock, queue, last, longer, fence);
        }

        State enter(Own request, long next) {
            List<Own> changed = new ArrayList<>(own);
            changed.set(own.indexOf(request), new Own(request.requestId(), request.number(), true));
            return new State(clock, queue, last, changed, next);
        }

        State end(Own request) {
            List<Own> shorter = new ArrayList<>(own);
            shorter.remove(request);
            return new State(clock, queue, last, shorter, fence);
        }

        Own own(long requestId) {
            for (Own request : own) {
                if (request.requestId() == requestId) {
                    return request;
                }
            }
            throw new AssertionError("only a request that is under way can leave or be cancelled");
        }

        /** The total weight of the requests up to and including this one. */
        long weightUpTo(Ticket ticket) {
            long weight = 0;
            for (Entry entry : queue) {
                weight += ticket.precedes(entry.ticket()) ? 0 : entry.weight();
            }
            return weight;
        }
    }

    private final int me;
    private final int nodes;
    private final NodeSet others;
    private final Capacity capacity;

    public Lamport(int me, int nodes, Capacity capacity) {
        this.me = me;
        this.nodes = nodes;
        this.others = NodeSet.others(nodes, me);
        this.capacity = capacity;
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    /**
     * All queues contain the requests that are inside, with numbers up to 0: less than any that
     * will be chosen.
     */
    @Override
    public State initial(Start start, Effects<Message> out) {
        State s = new State(0, List.of(), NodeCounters.zero(nodes), List.of(), start.fence());
        long number = 1L - start.inside().size();
        for (Start.Inside inside : start.inside()) {
            s = s.put(new Ticket(number, inside.node()), capacity.weight(inside.request()));
            if (inside.node() == me) {
                s = s.begin(new Own(inside.request().id(), number, true));
            }
            number++;
        }
        return s;
    }

    // To request critical section

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        int weight = capacity.weight(request);
        Expect.that(weight <= capacity.permits(), "no request is for more permits than there are");
        s = s.tick(); // send timestamped REQUEST(tsi, i) to all other nodes
        sendToOthers(new Message.Request(s.clock(), weight), out);
        s = s.put(new Ticket(s.clock(), me), weight); // put (tsi, i) in its own queue
        return proceed(s.begin(new Own(request.id(), s.clock(), false)), out);
    }

    // On receiving a request (tsi, i)

    private State receiveRequest(State s, int i, Message.Request request, Effects<Message> out) {
        s = s.tick();
        out.send(i, new Message.Reply(s.clock())); // send timestamped REPLY to the requesting node i
        return s.put(new Ticket(request.timestamp(), i), request.weight()); // put request (tsi, i) in the queue
    }

    // To enter critical section

    private State proceed(State s, Effects<Message> out) {
        for (Own request : s.own()) {
            Ticket ticket = new Ticket(request.number(), me);
            if (!request.inside() && fits(s, ticket) && heardFromAll(s, ticket)) { // Process i enters if:
                s = s.enter(request, capacity.fenceAfter(s.fence()));
                out.enter(request.requestId(), s.fence());
            }
        }
        return s;
    }

    /**
     * (tsi, i) is at the top of its own queue; or those ahead of it, inside or not, leave it enough
     * permits.
     */
    protected boolean fits(State s, Ticket ticket) {
        return s.weightUpTo(ticket) <= capacity.permits();
    }

    /**
     * Process i has received a message (any message) with timestamp larger than (tsi, i) from ALL
     * other nodes.
     */
    protected boolean heardFromAll(State s, Ticket ticket) {
        for (int j : others) {
            if (!ticket.precedes(new Ticket(s.last().of(j), j))) {
                return false;
            }
        }
        return true;
    }

    // To release critical section

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        Own request = s.own(requestId);
        Expect.that(request.inside(), "only a node that is inside can leave");
        return proceed(release(s.learn(lastFence), request, out), out);
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        Own request = s.own(requestId);
        Expect.that(!request.inside(), "only a request that waits can be cancelled");
        s = release(s, request, out); // REPLYs that arrive later do no harm: they only carry a timestamp
        out.withdrawn(requestId);
        return proceed(s, out);
    }

    private State release(State s, Own request, Effects<Message> out) {
        s = s.remove(new Ticket(request.number(), me)).end(request); // Process i removes its request from its own queue
        s = s.tick(); // and sends a timestamped RELEASE message to all other nodes
        sendToOthers(new Message.Release(s.clock(), request.number(), s.fence()), out);
        return s;
    }

    private State receiveRelease(State s, int i, Message.Release release) {
        s = s.learn(release.fence());
        return s.remove(new Ticket(release.number(), i)); // i's request is removed from the local request queue
    }

    /** Sending to all is one event of the logical clock, so all get the same timestamp. */
    private void sendToOthers(Message message, Effects<Message> out) {
        for (int j : others) {
            out.send(j, message);
        }
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        s = s.hear(from, message.timestamp());
        if (message instanceof Message.Request request) {
            s = receiveRequest(s, from, request, out);
        } else if (message instanceof Message.Release release) {
            s = receiveRelease(s, from, release);
        }
        return proceed(s, out); // any message may be the one that was waited for
    }

    @Override
    public Contention contention(State s) {
        long weight = 0;
        for (Entry entry : s.queue()) {
            weight += entry.weight();
            if (weight > capacity.permits() && entry.ticket().node() != me) {
                return Contention.YES;
            }
        }
        return Contention.NO;
    }

    @Override
    public QueuePosition queuePosition(State s, long requestId) {
        return s.own().stream()
                .filter(request -> request.requestId() == requestId)
                .findFirst()
                .map(request -> QueuePosition.numbered(request.number()))
                .orElse(QueuePosition.unknown());
    }
}
