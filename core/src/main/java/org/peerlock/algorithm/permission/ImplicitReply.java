package org.peerlock.algorithm.permission;

import static org.peerlock.algorithm.Phase.IDLE;
import static org.peerlock.algorithm.Phase.INSIDE;
import static org.peerlock.algorithm.Phase.WAITING;
import static org.peerlock.algorithm.Phase.WITHDRAWN;

import java.util.EnumSet;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.Wait;
import org.peerlock.algorithm.Wanted;
import org.peerlock.algorithm.data.Counters;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Ticket;

/**
 * G. Ricart and A. K. Agrawala, "An Optimal Algorithm for Mutual Exclusion in Computer Networks", CACM 24(1), 1981,
 * section 6.1, "Implicit Reply".
 *
 * <p>{@link RicartAgrawala}, but silence is consent: who has heard nothing within the time of a round trip may enter. Who is
 * inside, or asks with the smaller ticket, says DEFERRED at once, and REPLY when it has left. Messages may overtake each
 * other, but the time that one is under way must have a known bound: a DEFERRED that comes too late is two nodes inside.
 *
 * <table>
 * <caption>The paper's names</caption>
 * <tr><td>Our_Sequence_Number</td><td>{@link State#our}</td></tr>
 * <tr><td>Highest_Sequence_Number</td><td>{@link State#highest}</td></tr>
 * <tr><td>Requesting_Critical_Section</td><td>{@link State#requesting()}: waiting or inside</td></tr>
 * <tr><td>"no reply within that time period"</td><td>{@link State#timeIsUp}, and nothing {@link State#owed}</td></tr>
 * <tr><td>Reply_Deferred</td><td>{@link State#deferred}</td></tr>
 * </table>
 *
 * <p>Not in the paper: how DEFERREDs and REPLYs are counted; that a chosen number raises the highest one; fences;
 * withdrawal, for which a node answers everybody at once and makes no new request until the time is up and nothing is owed.
 *
 * <p>A fence: silence carries none. So that all know which ones the others may have given, a request's fence follows from
 * its ticket, which grows from entry to entry. Who used more of them than that speaks up where silence would mislead.
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

    /** What nodes tell each other. */
    public sealed interface Message {

        /** May I enter, with this number? */
        record Request(long number) implements Message {}

        /** Not yet: a REPLY will follow. */
        record Deferred() implements Message {}

        /** Now you may, as far as I am concerned. */
        record Reply(long fence) implements Message {}
    }

    /**
     * What a node knows.
     *
     * @param phase where the node's request is
     * @param requestId the request that is under way
     * @param our the number that the request chose
     * @param highest the greatest number sent or received in any REQUEST, or used up with the greatest fence known
     * @param timeIsUp whether everybody who defers the request has said so by now
     * @param owed for each node, how many DEFERREDs came from it without their REPLY; -1 if the REPLY came first
     * @param deferred the nodes that are owed a REPLY
     * @param fence the greatest fence known
     */
    public record State(
            Phase phase,
            long requestId,
            long our,
            long highest,
            boolean timeIsUp,
            Counters owed,
            NodeSet deferred,
            long fence) {

        boolean requesting() {
            return phase == WAITING || phase == INSIDE;
        }

        State choose(long id, long number, boolean alone) {
            return new State(WAITING, id, number, Math.max(highest, number), alone, owed, deferred, fence);
        }

        State seen(long number) {
            return new State(phase, requestId, our, Math.max(highest, number), timeIsUp, owed, deferred, fence);
        }

        State defer(int j) {
            return new State(phase, requestId, our, highest, timeIsUp, owed, deferred.plus(j), fence);
        }

        State owed(int j, long replies) {
            return new State(phase, requestId, our, highest, timeIsUp, owed.with(j, replies), deferred, fence);
        }

        State waited() {
            return new State(phase, requestId, our, highest, true, owed, deferred, fence);
        }

        State become(Phase next) {
            return new State(next, requestId, our, highest, timeIsUp, owed, deferred, fence);
        }

        State answered() {
            return new State(phase, requestId, our, highest, timeIsUp, owed, NodeSet.empty(), fence);
        }

        State knowing(long known) {
            return new State(phase, requestId, our, highest, timeIsUp, owed, deferred, Math.max(fence, known));
        }
    }

    private final int me;
    private final int nodes;
    private final NodeSet others;
    private final Counters nothing;

    public ImplicitReply(int me, int nodes) {
        this.me = me;
        this.nodes = nodes;
        this.others = NodeSet.others(nodes, me);
        this.nothing = Counters.zero(nodes);
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        State idle = learn(new State(IDLE, 0, 0, 0, true, nothing, NodeSet.empty(), 0), start.fence());
        for (Start.Inside inside : start.inside()) {
            if (inside.node() == me) { // with number 0, less than any that will be asked with
                return idle.choose(inside.request().id(), 0, true).become(INSIDE);
            }
        }
        return idle;
    }

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        Expect.that(s.phase() == IDLE, "a node makes one request at a time");
        s = s.choose(request.id(), s.highest() + request.increment(), others.isEmpty());
        for (int j : others) {
            out.send(j, new Message.Request(s.our()));
        }
        if (!s.timeIsUp()) {
            out.setTimer(ROUND_TRIP, Wait.roundTrip()); // must usually wait for the maximum round-trip time
        }
        return proceed(s, out);
    }

    private State proceed(State s, Effects<Message> out) {
        if (!s.timeIsUp() || !s.owed().equals(nothing)) {
            return s;
        }
        if (s.phase() == WITHDRAWN) {
            out.withdrawn(s.requestId());
            return s.become(IDLE);
        }
        s = learn(s.become(INSIDE), Math.max(s.fence() + 1, fence(s.our(), me)));
        out.enter(s.requestId(), s.fence());
        return s;
    }

    @Override
    public State onTimer(State s, TimerId timer, Effects<Message> out) {
        return proceed(s.waited(), out); // no reply within that time period indicates an implicit reply
    }

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        Expect.that(s.phase() == INSIDE && s.requestId() == requestId, "only who is inside can leave");
        return answerDeferred(learn(s.become(IDLE), lastFence), out);
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        Expect.that(s.phase() == WAITING && s.requestId() == requestId, "only a request that waits can be cancelled");
        return answerDeferred(s.become(WITHDRAWN), out);
    }

    private static State answerDeferred(State s, Effects<Message> out) {
        for (int j : s.deferred()) {
            out.send(j, new Message.Reply(s.fence()));
        }
        return s.answered();
    }

    private State receiveRequest(State s, long k, int j, Effects<Message> out) {
        s = s.seen(k);
        if (s.requesting() && new Ticket(s.our(), me).precedes(new Ticket(k, j))) {
            out.send(j, new Message.Deferred()); // is sent when REPLY would ordinarily not be sent
            return s.defer(j);
        }
        if (s.fence() >= fence(k, j)) { // deferred for no time: j would take silence for a smaller fence
            out.send(j, new Message.Deferred());
            out.send(j, new Message.Reply(s.fence()));
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
        Expect.that(s.phase() == WAITING || s.phase() == WITHDRAWN, "no answer comes when silence was taken for one");
        return proceed(s.owed(j, count(s.owed().of(j), change)), out);
    }

    /** What a node owes after a DEFERRED (1) or a REPLY (-1). Only numbers tell that a REPLY has overtaken its DEFERRED. */
    protected long count(long owed, int change) {
        return owed + change;
    }

    /** The fence with which a request may enter, if no node has used more of them than it has to. */
    private long fence(long number, int node) {
        return (number - 1) * nodes + node;
    }

    /** Takes note of a fence, and of the number with which it is used up, so that a greater one is chosen next. */
    private State learn(State s, long fence) {
        return s.knowing(fence).seen((fence + nodes - 1) / nodes);
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
    public Wanted wanted(State s) {
        return s.deferred().isEmpty() ? Wanted.NO : Wanted.YES;
    }
}
