package org.peerlock.algorithm.permission;

import static org.peerlock.algorithm.Phase.IDLE;
import static org.peerlock.algorithm.Phase.INSIDE;
import static org.peerlock.algorithm.Phase.WAITING;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Wanted;
import org.peerlock.algorithm.data.Counters;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Ticket;

/**
 * M. Maekawa, "A √N Algorithm for Mutual Exclusion in Decentralized Systems", ACM TOCS 3(2), 1985, without what it does
 * against deadlock: "A Simple Version" of P. Dasgupta's lecture "Distributed Mutual Exclusion", IIT Kharagpur.
 *
 * <p>A node asks only the nodes of its request set. Any two request sets have a node in common, and that node, as arbiter,
 * gives its one REPLY to one of the two at a time. Never two are inside; but requests that have some arbiters each, and wait
 * for the others', wait for ever. {@link Maekawa} is what to use; this is there to be seen to deadlock. Messages may overtake
 * each other.
 *
 * <table>
 * <caption>The lecture's names</caption>
 * <tr><td>R<sub>i</sub></td><td>{@link RequestSets#of(int)}</td></tr>
 * <tr><td>"status": a REPLY was sent since the last RELEASE</td><td>{@link Arbiter#lock}</td></tr>
 * <tr><td>"queue up the REQUEST"</td><td>{@link Arbiter#queue}, in the order of arrival</td></tr>
 * </table>
 *
 * <p>Not in the lecture: a fence in REPLY and RELEASE, and withdrawal by RELEASE. It is done at once, for in a deadlock no
 * answer comes that could be waited for; so every message has the number of its request, counted at its node, lest what is
 * still under way for a withdrawn one be taken for the next one's. No order depends on these numbers. A node's messages to
 * itself are handled within the step that sends them, and cost nothing.
 */
public class MaekawaSimple implements Algorithm<MaekawaSimple.State, MaekawaSimple.Message> {

    public static final Profile PROFILE = new Profile(
            "maekawa-simple",
            Family.PERMISSION_OF_SOME,
            "Maekawa 1985, simplified",
            Assumptions.anyOrder().without(Property.PROGRESS, Property.NO_STARVATION),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("3(K-1)", "2T, or deadlock", "by arbiters, none global", "kept by arbiters"));

    /** What a requester and its arbiters tell each other, about the requester's request with a number. */
    public sealed interface Message {

        long number();

        /** To an arbiter: may I enter? */
        record Request(long number) implements Message {}

        /** From an arbiter: you may, as far as I am concerned. */
        record Reply(long number, long fence) implements Message {}

        /** To an arbiter: I am done. */
        record Release(long number, long fence) implements Message {}
    }

    /**
     * What a node knows.
     *
     * @param arbiter its part for the nodes in whose request sets it is
     * @param requester its part for itself
     * @param fence the greatest fence known
     */
    public record State(Arbiter arbiter, Requester requester, long fence) {

        State with(Arbiter next) {
            return new State(next, requester, fence);
        }

        State with(Requester next) {
            return new State(arbiter, next, fence);
        }

        State knowing(long known) {
            return new State(arbiter, requester, Math.max(fence, known));
        }
    }

    /**
     * To whom the node has replied, and who waits for that.
     *
     * @param lock the request that has the REPLY, or {@link #NOBODY}
     * @param queue the requests that wait for it
     * @param released for each node the greatest number that it has released or withdrawn
     */
    public record Arbiter(Ticket lock, List<Ticket> queue, Counters released) {

        /** No node's ticket. */
        public static final Ticket NOBODY = new Ticket(0, 0);

        public Arbiter {
            queue = List.copyOf(queue);
        }

        boolean free() {
            return lock.equals(NOBODY);
        }

        boolean isGone(Ticket request) {
            return request.number() <= released.of(request.node());
        }

        Arbiter lockFor(Ticket request) {
            return new Arbiter(request, without(request), released);
        }

        Arbiter unlock() {
            return new Arbiter(NOBODY, queue, released);
        }

        Arbiter enqueue(Ticket request) {
            List<Ticket> longer = new ArrayList<>(queue);
            longer.add(request);
            return new Arbiter(lock, longer, released);
        }

        Arbiter forget(Ticket request) {
            return new Arbiter(lock, without(request), released.atLeast(request.node(), request.number()));
        }

        private List<Ticket> without(Ticket request) {
            return queue.stream().filter(waiting -> !waiting.equals(request)).toList();
        }
    }

    /**
     * How far the node's own request is.
     *
     * @param phase where the request is
     * @param requestId the request that is under way
     * @param number how many requests the node has made
     * @param granted the arbiters whose REPLY it has
     */
    public record Requester(Phase phase, long requestId, long number, NodeSet granted) {

        Requester await(long id) {
            return new Requester(WAITING, id, number + 1, granted);
        }

        Requester grantedBy(int j) {
            return new Requester(phase, requestId, number, granted.plus(j));
        }

        Requester enter() {
            return new Requester(INSIDE, requestId, number, granted);
        }

        Requester forget() {
            return new Requester(IDLE, requestId, number, NodeSet.empty());
        }
    }

    private final int me;
    private final int nodes;
    private final RequestSets sets;

    public MaekawaSimple(int me, int nodes, RequestSets sets) {
        this.me = me;
        this.nodes = nodes;
        this.sets = sets;
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        Arbiter arbiter = new Arbiter(Arbiter.NOBODY, List.of(), Counters.zero(nodes));
        Requester requester = new Requester(IDLE, 0, 0, NodeSet.empty());
        for (Start.Inside inside : start.inside()) { // with number 0, which no request that is made has
            if (sets.of(inside.node()).contains(me)) {
                arbiter = arbiter.lockFor(new Ticket(0, inside.node()));
            }
            if (inside.node() == me) {
                requester = new Requester(INSIDE, inside.request().id(), 0, sets.of(me));
            }
        }
        return new State(arbiter, requester, start.fence());
    }

    // To request critical section

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        Expect.that(s.requester().phase() == IDLE, "a node makes one request at a time");
        s = s.with(s.requester().await(request.id()));
        Message ask = new Message.Request(s.requester().number());
        return tellRequestSet(s, ask, out); // i sends REQUEST message to all process in R_i
    }

    private State tellRequestSet(State s, Message message, Effects<Message> out) {
        Loopback<State, Message> loopback = new Loopback<>(me, out);
        for (int j : sets.of(me)) {
            loopback.send(j, message);
        }
        return loopback.drain(s, this::receive);
    }

    // On receiving a REQUEST message

    private State receiveRequest(State s, Ticket request, Effects<Message> out) {
        if (s.arbiter().isGone(request)) { // it was withdrawn, and the RELEASE has overtaken it
            return s;
        }
        if (s.arbiter().free()) { // if no REPLY message has been sent since the last RELEASE message is received
            return reply(s, request, out);
        }
        return s.with(s.arbiter().enqueue(request)); // Otherwise, queue up the REQUEST
    }

    private State reply(State s, Ticket request, Effects<Message> out) {
        out.send(request.node(), new Message.Reply(request.number(), s.fence())); // Send a REPLY message
        return s.with(s.arbiter().lockFor(request)); // Update status to indicate that a REPLY has been sent
    }

    // To enter critical section

    private State receiveReply(State s, int j, Message.Reply reply, Effects<Message> out) {
        if (s.requester().phase() != WAITING || reply.number() != s.requester().number()) {
            return s; // to a request that was withdrawn
        }
        s = s.knowing(reply.fence()).with(s.requester().grantedBy(j));
        if (!s.requester().granted().equals(sets.of(me))) {
            return s;
        }
        s = s.knowing(s.fence() + 1).with(s.requester().enter()); // after receiving REPLY from all nodes in R_i
        out.enter(s.requester().requestId(), s.fence());
        return s;
    }

    // To release critical section

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        Requester requester = s.requester();
        Expect.that(requester.phase() == INSIDE && requester.requestId() == requestId, "only who is inside can leave");
        return release(s.knowing(lastFence), out);
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        Requester requester = s.requester();
        Expect.that(
                requester.phase() == WAITING && requester.requestId() == requestId,
                "only a request that waits can be cancelled");
        s = release(s, out);
        out.withdrawn(requestId);
        return s;
    }

    private State release(State s, Effects<Message> out) {
        Message release = new Message.Release(s.requester().number(), s.fence());
        return tellRequestSet(s.with(s.requester().forget()), release, out); // Send RELEASE message to all nodes in R_i
    }

    private State receiveRelease(State s, Ticket request, long fence, Effects<Message> out) {
        s = s.knowing(fence).with(s.arbiter().forget(request));
        if (!s.arbiter().lock().equals(request)) { // it was withdrawn before it got a REPLY
            return s;
        }
        if (s.arbiter().queue().isEmpty()) { // If queue is empty,
            return s.with(s.arbiter().unlock()); // update status to indicate no REPLY message has been sent
        }
        return reply(s, s.arbiter().queue().get(0), out); // send REPLY to next node in queue and delete the node
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        Loopback<State, Message> loopback = new Loopback<>(me, out);
        return loopback.drain(receive(s, from, message, loopback), this::receive);
    }

    private State receive(State s, int from, Message message, Effects<Message> out) {
        if (message instanceof Message.Reply reply) {
            return receiveReply(s, from, reply, out);
        }
        Ticket request = new Ticket(message.number(), from);
        if (message instanceof Message.Release release) {
            return receiveRelease(s, request, release.fence(), out);
        }
        return receiveRequest(s, request, out);
    }

    @Override
    public Wanted wanted(State s) {
        return Wanted.UNKNOWN; // only the arbiters know who waits
    }
}
