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
import org.peerlock.algorithm.Wanted;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Ticket;

/**
 * G. Ricart and A. K. Agrawala, "An Optimal Algorithm for Mutual Exclusion in Computer Networks", CACM 24(1), 1981.
 *
 * <p>A node asks all others and enters once all have replied. Who is inside, or asks with the smaller ticket, defers its
 * reply until it has left. Messages may overtake each other.
 *
 * <table>
 * <caption>The paper's names</caption>
 * <tr><td>Our_Sequence_Number</td><td>{@link State#our}</td></tr>
 * <tr><td>Highest_Sequence_Number</td><td>{@link State#highest}</td></tr>
 * <tr><td>Requesting_Critical_Section</td><td>{@link State#requesting()}: waiting or inside</td></tr>
 * <tr><td>Outstanding_Reply_Count</td><td>the size of {@link State#awaiting}</td></tr>
 * <tr><td>Reply_Deferred</td><td>{@link State#deferred}</td></tr>
 * <tr><td>Shared_vars</td><td>none: a step is atomic</td></tr>
 * </table>
 *
 * <p>Not in the paper: choosing a number raises the highest one at once (its comment says so, its code does not); a fence in
 * REPLY; withdrawal, for which a node answers everybody at once and makes no new request until all its replies are in.
 */
public class RicartAgrawala implements Algorithm<RicartAgrawala.State, RicartAgrawala.Message> {

    public static final Profile PROFILE = new Profile(
            "ricart-agrawala",
            Family.PERMISSION_OF_ALL,
            "Ricart and Agrawala 1981",
            Assumptions.anyOrder(),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("2(N-1)", "T", "by (number, node)", "in REPLY"));

    /** What nodes tell each other. */
    public sealed interface Message {

        /** May I enter, with this number? */
        record Request(long number) implements Message {}

        /** You may, as far as I am concerned. */
        record Reply(long fence) implements Message {}
    }

    /**
     * What a node knows.
     *
     * @param phase where the node's request is
     * @param requestId the request that is under way
     * @param our the number that the request chose
     * @param highest the greatest number sent or received in any REQUEST
     * @param awaiting the nodes whose REPLY is still expected
     * @param deferred the nodes that are owed a REPLY
     * @param fence the greatest fence known
     */
    public record State(
            Phase phase, long requestId, long our, long highest, NodeSet awaiting, NodeSet deferred, long fence) {

        boolean requesting() {
            return phase == WAITING || phase == INSIDE;
        }

        State choose(long id, long number, NodeSet others) {
            return new State(WAITING, id, number, Math.max(highest, number), others, deferred, fence);
        }

        State seen(long number) {
            return new State(phase, requestId, our, Math.max(highest, number), awaiting, deferred, fence);
        }

        State defer(int j) {
            return new State(phase, requestId, our, highest, awaiting, deferred.plus(j), fence);
        }

        State repliedBy(int j, long known) {
            return new State(phase, requestId, our, highest, awaiting.minus(j), deferred, Math.max(fence, known));
        }

        State enter(long next) {
            return new State(INSIDE, requestId, our, highest, awaiting, deferred, next);
        }

        State answered(Phase next, long known) {
            return new State(next, requestId, our, highest, awaiting, NodeSet.empty(), Math.max(fence, known));
        }

        State forget() {
            return new State(IDLE, requestId, our, highest, awaiting, deferred, fence);
        }
    }

    private final int me;
    private final NodeSet others;

    public RicartAgrawala(int me, int nodes) {
        this.me = me;
        this.others = NodeSet.others(nodes, me);
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        State idle = new State(IDLE, 0, 0, 0, NodeSet.empty(), NodeSet.empty(), start.fence());
        for (Start.Inside inside : start.inside()) {
            if (inside.node() == me) { // with number 0, less than any that will be asked with
                return idle.choose(inside.request().id(), 0, NodeSet.empty()).enter(start.fence());
            }
        }
        return idle;
    }

    // PROCESS WHICH INVOKES MUTUAL EXCLUSION FOR THIS NODE

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        Expect.that(s.phase() == IDLE, "a node makes one request at a time");
        s = s.choose(request.id(), s.highest() + request.increment(), others); // Our := Highest + 1
        for (int j : others) { // FOR j := 1 STEP 1 UNTIL N DO IF j ≠ me THEN
            out.send(j, new Message.Request(s.our())); // Send_Message(REQUEST(Our, me), j)
        }
        return proceed(s, out);
    }

    /** WAITFOR (Outstanding_Reply_Count = 0). */
    private State proceed(State s, Effects<Message> out) {
        if (!s.awaiting().isEmpty()) {
            return s;
        }
        if (s.phase() == WITHDRAWN) {
            out.withdrawn(s.requestId());
            return s.forget();
        }
        s = s.enter(s.fence() + 1); // Critical Section Processing can be performed at this point
        out.enter(s.requestId(), s.fence());
        return s;
    }

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        Expect.that(s.phase() == INSIDE && s.requestId() == requestId, "only who is inside can leave");
        return answerDeferred(s.answered(IDLE, lastFence), s.deferred(), out); // Requesting := FALSE
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        Expect.that(s.phase() == WAITING && s.requestId() == requestId, "only a request that waits can be cancelled");
        return answerDeferred(s.answered(WITHDRAWN, s.fence()), s.deferred(), out);
    }

    private State answerDeferred(State s, NodeSet deferred, Effects<Message> out) {
        for (int j : deferred) { // IF Reply_Deferred[j] THEN BEGIN Reply_Deferred[j] := FALSE;
            out.send(j, new Message.Reply(s.fence())); // Send_Message(REPLY, j) END
        }
        return s;
    }

    // PROCESS WHICH RECEIVES REQUEST(k, j) MESSAGES

    private State receiveRequest(State s, long k, int j, Effects<Message> out) {
        s = s.seen(k); // Highest := Maximum(Highest, k)
        boolean deferIt = s.requesting() && new Ticket(s.our(), me).precedes(new Ticket(k, j));
        if (deferIt) {
            return s.defer(j); // IF Defer_it THEN Reply_Deferred[j] := TRUE
        }
        out.send(j, new Message.Reply(s.fence())); // ELSE Send_Message(REPLY, j)
        return s;
    }

    // PROCESS WHICH RECEIVES REPLY MESSAGES

    private State receiveReply(State s, int j, long fence, Effects<Message> out) {
        Expect.that(s.awaiting().contains(j), "a REPLY answers a REQUEST, and only once");
        return proceed(s.repliedBy(j, fence), out); // Outstanding_Reply_Count := Outstanding_Reply_Count - 1
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        if (message instanceof Message.Request request) {
            return receiveRequest(s, request.number(), from, out);
        }
        return receiveReply(s, from, ((Message.Reply) message).fence(), out);
    }

    @Override
    public Wanted wanted(State s) {
        return s.deferred().isEmpty() ? Wanted.NO : Wanted.YES;
    }
}
