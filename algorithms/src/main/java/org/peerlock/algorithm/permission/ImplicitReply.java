package org.peerlock.algorithm.permission;

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
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Numbers;
import org.peerlock.algorithm.data.Ticket;

/**
 * G. Ricart and A. K. Agrawala, "An Optimal Algorithm for Mutual Exclusion in Computer Networks",
 * CACM 24(1), 1981, section 6.1, "Implicit Reply".
 *
 * <p>{@link RicartAgrawala}, but no answer means consent: a node that has received nothing within
 * the time of a round trip may enter. A node that is inside, or asks with the smaller ticket, sends
 * DEFERRED at once, and REPLY when it has left. Messages may overtake each other, but message
 * delays must have a known bound: if a DEFERRED arrives too late, two nodes are inside.
 *
 * <table>
 * <caption>The paper's names</caption>
 * <tr><td>Our_Sequence_Number</td><td>{@link Numbers#our}</td></tr>
 * <tr><td>Highest_Sequence_Number</td><td>{@link Numbers#highest}</td></tr>
 * <tr><td>Requesting_Critical_Section</td><td>{@link OwnRequest#requesting}: waiting or inside</td></tr>
 * <tr><td>"no reply within that time period"</td><td>{@link State#timeIsUp}, and nothing {@link State#owed}</td></tr>
 * <tr><td>Reply_Deferred</td><td>{@link State#deferred}</td></tr>
 * </table>
 *
 * <p>Not in the paper: how DEFERREDs and REPLYs are counted; that a chosen number raises the
 * highest one; fences; withdrawal, for which a node answers everybody at once and makes no new
 * request until the time is up and nothing is owed.
 *
 * <p>Fences: a missing answer cannot carry one. So a request's fence follows from its ticket, which
 * grows from entry to entry, and all nodes know which fences the others may have used. A node that
 * used greater ones sends an answer where a missing answer would mislead.
 */
public class ImplicitReply implements Algorithm<ImplicitReply.State, ImplicitReply.Message> {

    public static final Profile PROFILE = new Profile(
            "ra-implicit-reply",
            Family.PERMISSION_OF_ALL,
            "Ricart and Agrawala 1981, 6.1",
            Assumptions.anyOrder().withinTime(),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("N-1 to 3(N-1)", "T", "by (number, node)", "from (number, node), and in REPLY"));

    /** The maximum round-trip time, which is what a requesting node must wait. */
    public static final TimerId ROUND_TRIP = new TimerId("round-trip");

    /** The messages between nodes. */
    public sealed interface Message {

        /** May I enter, with this number? */
        record Request(long number) implements Message {}

        /** Not yet: a REPLY will follow. */
        record Deferred() implements Message {}

        /** Now you may enter, as far as I am concerned. */
        record Reply(long fence) implements Message {}
    }

    /**
     * What a node knows.
     *
     * @param own the node's request
     * @param numbers its number, and the greatest number that is known, or that the greatest known
     *     fence implies
     * @param timeIsUp whether every node that defers the request must have said so by now
     * @param owed for each node, how many DEFERREDs arrived from it without their REPLY; -1 if the
     *     REPLY arrived first
     * @param deferred the nodes that are owed a REPLY
     */
    public record State(OwnRequest own, Numbers numbers, boolean timeIsUp, NodeCounters owed, NodeSet deferred) {

        State choose(Request request, boolean alone) {
            return new State(own.ask(request), numbers.next(request.increment()), alone, owed, deferred);
        }

        State seen(long number) {
            return new State(own, numbers.seen(number), timeIsUp, owed, deferred);
        }

        State defer(int j) {
            return new State(own, numbers, timeIsUp, owed, deferred.plus(j));
        }

        State owed(int j, long replies) {
            return new State(own, numbers, timeIsUp, owed.with(j, replies), deferred);
        }

        State waited() {
            return new State(own, numbers, true, owed, deferred);
        }

        State answered() {
            return new State(own, numbers, timeIsUp, owed, NodeSet.empty());
        }

        State with(OwnRequest next) {
            return new State(next, numbers, timeIsUp, owed, deferred);
        }
    }

    private final int me;
    private final int nodes;
    private final NodeSet others;
    private final NodeCounters nothing;
    private final boolean broadcast;

    /** Creates a node that sends a REQUEST to each other node. */
    public ImplicitReply(int me, int nodes) {
        this(me, nodes, false);
    }

    /**
     * Creates a node.
     *
     * @param broadcast whether it sends one REQUEST to all, as in section 6.2: then the message count
     *     can be as low as one
     */
    public ImplicitReply(int me, int nodes, boolean broadcast) {
        this.me = me;
        this.nodes = nodes;
        this.broadcast = broadcast;
        this.others = NodeSet.others(nodes, me);
        this.nothing = NodeCounters.zero(nodes);
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        OwnRequest own = OwnRequest.at(start, me);
        return learn(new State(own, Numbers.zero(), true, nothing, NodeSet.empty()), start.fence());
    }

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        s = s.choose(request, others.isEmpty());
        ask(new Message.Request(s.numbers().our()), out);
        if (!s.timeIsUp()) {
            out.setTimer(ROUND_TRIP, Timeout.roundTrip()); // must usually wait for the maximum round-trip time
        }
        return proceed(s, out);
    }

    private void ask(Message.Request request, Effects<Message> out) {
        if (broadcast && !others.isEmpty()) {
            out.broadcast(request);
        } else {
            others.forEach(j -> out.send(j, request));
        }
    }

    private State proceed(State s, Effects<Message> out) {
        if (!s.timeIsUp() || !s.owed().equals(nothing)) {
            return s;
        }
        if (s.own().phase() == WITHDRAWN) {
            return s.with(s.own().end(out));
        }
        s = learn(s, Math.max(s.own().fence() + 1, fence(s.numbers().our(), me)));
        return s.with(s.own().enter(s.own().fence(), out));
    }

    @Override
    public State onTimer(State s, TimerId timer, Effects<Message> out) {
        return proceed(s.waited(), out); // no reply within that time period indicates an implicit reply
    }

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        return answerDeferred(learn(s.with(s.own().leave(requestId, lastFence)), lastFence), out);
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        return answerDeferred(s.with(s.own().cancel(requestId)), out);
    }

    private static State answerDeferred(State s, Effects<Message> out) {
        for (int j : s.deferred()) {
            out.send(j, new Message.Reply(s.own().fence()));
        }
        return s.answered();
    }

    private State receiveRequest(State s, long k, int j, Effects<Message> out) {
        s = s.seen(k);
        if (s.own().requesting() && s.numbers().ticket(me).precedes(new Ticket(k, j))) {
            out.send(j, new Message.Deferred()); // is sent when REPLY would ordinarily not be sent
            return s.defer(j);
        }
        if (s.own().fence() >= fence(k, j)) { // deferred for no time: j would assume a smaller fence without an answer
            out.send(j, new Message.Deferred());
            out.send(j, new Message.Reply(s.own().fence()));
        }
        return s;
    }

    private State receiveDeferred(State s, int j, Effects<Message> out) {
        return answered(s, j, 1, out);
    }

    private State receiveReply(State s, int j, long fence, Effects<Message> out) {
        return answered(learn(s, fence), j, -1, out);
    }

    private State answered(State s, int j, int change, Effects<Message> out) {
        Expect.that(s.own().hasAsked(), "no answer arrives after a missing answer was taken for consent");
        return proceed(s.owed(j, count(s.owed().of(j), change)), out);
    }

    /**
     * What a node owes after a DEFERRED (1) or a REPLY (-1). It can be negative because a REPLY may
     * overtake its DEFERRED.
     */
    protected long count(long owed, int change) {
        return owed + change;
    }

    /**
     * The fence with which a request may enter, if no node has used more fences than its tickets
     * gave it.
     */
    private long fence(long number, int node) {
        return (number - 1) * nodes + node;
    }

    /**
     * Remembers a fence, and the number that implies it, so that the next request chooses a greater
     * number.
     */
    private State learn(State s, long fence) {
        return s.with(s.own().knowing(fence)).seen((fence + nodes - 1) / nodes);
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        if (message instanceof Message.Request request) {
            return receiveRequest(s, request.number(), from, out);
        } else if (message instanceof Message.Deferred) {
            return receiveDeferred(s, from, out);
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
