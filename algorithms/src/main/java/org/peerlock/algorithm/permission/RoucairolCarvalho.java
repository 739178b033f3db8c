package org.peerlock.algorithm.permission;

import static org.peerlock.algorithm.Phase.WAITING;
import static org.peerlock.algorithm.Phase.WITHDRAWN;

import java.util.EnumSet;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.OwnRequest;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.QueuePosition;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Numbers;
import org.peerlock.algorithm.data.Ticket;

/**
 * O. S. F. Carvalho and G. Roucairol, "On Mutual Exclusion in Computer Networks", CACM 26(2), 1983;
 * in the words of P. Dasgupta's lecture "Distributed Mutual Exclusion", IIT Kharagpur.
 *
 * <p>Ricart and Agrawala's algorithm, but a permission lasts: once i has received a REPLY from j,
 * it need not ask j again until it has itself replied to j. Of two nodes at most one holds the
 * other's permission, so a node without contention enters again and again without a message.
 * Messages may overtake each other.
 *
 * <table>
 * <caption>The lecture's names</caption>
 * <tr><td>ts<sub>i</sub></td><td>{@link Numbers#our}</td></tr>
 * <tr><td>"has received a REPLY from j", and has not sent one to j since</td><td>{@link State#permissions}</td></tr>
 * <tr><td>"defer the request"</td><td>{@link State#deferred}</td></tr>
 * </table>
 *
 * <p>Not in the lecture: the second REQUEST of a node that gives its permission away while it
 * waits; a node inside defers every REQUEST, since the numbers of a node that sends nothing lag
 * behind; a fence in REPLY; withdrawal, for which a node answers at once all nodes except those
 * whose REPLY may still be under way to it.
 */
public class RoucairolCarvalho implements Algorithm<RoucairolCarvalho.State, RoucairolCarvalho.Message> {

    public static final Profile PROFILE = new Profile(
            "roucairol-carvalho",
            Family.PERMISSION_OF_ALL,
            "Carvalho and Roucairol 1983",
            Assumptions.anyOrder(),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("0 to 2(N-1)", "T", "partly by (number, node)", "in REPLY"));

    /** The messages between nodes. */
    public sealed interface Message {

        /** May I enter, with this number? */
        record Request(long number) implements Message {}

        /** You may enter, as far as I am concerned, until you send me a REPLY. */
        record Reply(long fence) implements Message {}
    }

    /**
     * What a node knows.
     *
     * @param own the node's request
     * @param numbers what number it has, and which ones are known
     * @param permissions the nodes whose permission this node holds
     * @param awaiting the nodes whose REPLY is still expected
     * @param deferred the nodes that are owed a REPLY
     */
    public record State(OwnRequest own, Numbers numbers, NodeSet permissions, NodeSet awaiting, NodeSet deferred) {

        State choose(Request request, NodeSet asked) {
            return new State(own.ask(request), numbers.next(request.increment()), permissions, asked, deferred);
        }

        State seen(long number) {
            return new State(own, numbers.seen(number), permissions, awaiting, deferred);
        }

        State defer(int j) {
            return new State(own, numbers, permissions, awaiting, deferred.plus(j));
        }

        State permit(int j) {
            return new State(own, numbers, permissions.minus(j), awaiting, deferred.minus(j));
        }

        State askedAgain(int j) {
            return new State(own, numbers, permissions, awaiting.plus(j), deferred);
        }

        State permittedBy(int j, long fence) {
            return new State(own.knowing(fence), numbers, permissions.plus(j), awaiting.minus(j), deferred);
        }

        State with(OwnRequest next) {
            return new State(next, numbers, permissions, awaiting, deferred);
        }
    }

    private final int me;
    private final NodeSet others;

    public RoucairolCarvalho(int me, int nodes) {
        this.me = me;
        this.others = NodeSet.others(nodes, me);
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        NodeSet none = NodeSet.empty();
        boolean inside = start.insideAt(me).isPresent(); // a node that is inside holds the permission of all others
        return new State(OwnRequest.at(start, me), Numbers.zero(), inside ? others : none, none, none);
    }

    // To request critical section

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        NodeSet asked = others.minus(s.permissions()); // it does not need to send a REQUEST to j again
        s = s.choose(request, asked);
        for (int j : asked) {
            out.send(j, new Message.Request(s.numbers().our())); // send timestamped REQUEST message (ts_i, i)
        }
        return proceed(s, out);
    }

    // On receiving request (ts_i, i) at j

    private State receiveRequest(State s, long ts, int i, Effects<Message> out) {
        s = s.seen(ts);
        if (defers(s, new Ticket(ts, i))) {
            return s.defer(i); // Otherwise, defer the request
        }
        boolean held = s.permissions().contains(i);
        s = reply(s, i, out); // send REPLY to i
        return held && s.own().phase() == WAITING ? askAgain(s, i, out) : s;
    }

    /**
     * Whether a request must wait.
     *
     * <p>After a cancellation i's REPLY may still be under way to us. If we replied to i's next
     * REQUEST meanwhile, both would hold the other's permission. Such a REQUEST has a greater
     * number than ours, because i has seen ours.
     */
    protected boolean defers(State s, Ticket request) {
        boolean oursIsSmaller = s.numbers().ticket(me).precedes(request);
        return switch (s.own().phase()) {
            case IDLE -> false; // if j is neither requesting nor executing critical section
            case WAITING -> oursIsSmaller; // or if j is requesting and i's timestamp is smaller than j's
            case INSIDE -> true;
            case WITHDRAWN -> oursIsSmaller && s.awaiting().contains(request.node());
        };
    }

    private State reply(State s, int j, Effects<Message> out) {
        out.send(j, new Message.Reply(s.own().fence()));
        return s.permit(j);
    }

    /**
     * ... unless it sends a REPLY to j: the permission that it held is spent, though it waits, and
     * it needs a new one.
     */
    protected State askAgain(State s, int j, Effects<Message> out) {
        out.send(j, new Message.Request(s.numbers().our()));
        return s.askedAgain(j);
    }

    // To enter critical section

    private State receiveReply(State s, int j, long fence, Effects<Message> out) {
        Expect.that(s.awaiting().contains(j), "a REPLY answers a REQUEST, and only once");
        s = s.permittedBy(j, fence);
        if (s.own().phase() == WITHDRAWN && s.deferred().contains(j)) {
            s = reply(s, j, out);
        }
        return proceed(s, out);
    }

    private State proceed(State s, Effects<Message> out) {
        boolean all = s.awaiting().isEmpty(); // i enters on receiving REPLY from all nodes
        return all ? s.with(s.own().proceed(out)) : s;
    }

    // To release critical section

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        s = s.with(s.own().leave(requestId, lastFence));
        return replyToAll(s.deferred(), s, out); // send REPLY to all deferred requests
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        return replyToAll(s.deferred().minus(s.awaiting()), s.with(s.own().cancel(requestId)), out);
    }

    private State replyToAll(NodeSet deferred, State s, Effects<Message> out) {
        for (int j : deferred) {
            s = reply(s, j, out);
        }
        return s;
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        if (message instanceof Message.Request request) {
            return receiveRequest(s, request.number(), from, out);
        }
        return receiveReply(s, from, ((Message.Reply) message).fence(), out);
    }

    @Override
    public Contention contention(State s) {
        return s.deferred().isEmpty() ? Contention.NO : Contention.YES;
    }

    @Override
    public QueuePosition queuePosition(State s, long requestId) {
        return QueuePosition.numbered(s.numbers().our());
    }
}
