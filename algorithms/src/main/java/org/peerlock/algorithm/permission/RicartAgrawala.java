package org.peerlock.algorithm.permission;

import static org.peerlock.algorithm.Phase.IDLE;
import static org.peerlock.algorithm.Phase.WITHDRAWN;

import java.util.EnumSet;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.OwnRequest;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.QueuePosition;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Numbers;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.RicartAgrawalaBroadcastReply.ReplyTo;

/**
 * G. Ricart and A. K. Agrawala, "An Optimal Algorithm for Mutual Exclusion in Computer Networks",
 * CACM 24(1), 1981.
 *
 * <p>A node asks all others and enters once all have replied. A node that is inside, or asks with
 * the smaller ticket, defers its reply until it has left. Messages may overtake each other.
 *
 * <table>
 * <caption>The paper's names</caption>
 * <tr><td>Our_Sequence_Number</td><td>{@link Numbers#our}</td></tr>
 * <tr><td>Highest_Sequence_Number</td><td>{@link Numbers#highest}</td></tr>
 * <tr><td>Requesting_Critical_Section</td><td>{@link #requesting}: waiting or inside</td></tr>
 * <tr><td>Outstanding_Reply_Count</td><td>the size of {@link State#awaiting}</td></tr>
 * <tr><td>Reply_Deferred</td><td>{@link State#deferred}</td></tr>
 * <tr><td>Shared_vars</td><td>none: a step is atomic</td></tr>
 * </table>
 *
 * <p>Not in the paper: choosing a number raises the highest one at once (its comment says so, its
 * code does not); a fence in REPLY; withdrawal, for which a node answers all others at once and
 * makes no new request until all its replies have arrived.
 *
 * <p>Section 6 modifies single rules: {@link Modifications}, which can be combined. A request has a
 * mode for the modification that distinguishes readers from writers; here it is always exclusive.
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

    /** The messages between nodes. */
    public sealed interface Message permits Message.Request, Message.Reply, ReplyTo {

        /** May I enter, with this number? */
        record Request(long number, Mode mode) implements Message {

            /** To be inside alone. */
            public Request(long number) {
                this(number, Mode.EXCLUSIVE);
            }
        }

        /** You may enter, as far as I am concerned. */
        record Reply(long fence) implements Message {}
    }

    /**
     * What a node knows.
     *
     * @param own the node's request
     * @param mode the mode of that request: exclusive or shared
     * @param numbers its number, and the greatest one known
     * @param awaiting the nodes whose REPLY is still expected
     * @param deferred the nodes that are owed a REPLY
     */
    public record State(OwnRequest own, Mode mode, Numbers numbers, NodeSet awaiting, NodeSet deferred) {

        State choose(Request request, long number, NodeSet others) {
            return new State(own.ask(request), request.mode(), numbers.choose(number), others, deferred);
        }

        State seen(long greatest) {
            return new State(own, mode, new Numbers(numbers.our(), greatest), awaiting, deferred);
        }

        State defer(int j) {
            return new State(own, mode, numbers, awaiting, deferred.plus(j));
        }

        State answered() {
            return new State(own, mode, numbers, awaiting, NodeSet.empty());
        }

        State repliedBy(int j, long fence) {
            return new State(own.knowing(fence), mode, numbers, awaiting.minus(j), deferred);
        }

        State with(OwnRequest next) {
            return new State(next, mode, numbers, awaiting, deferred);
        }
    }

    private final int me;
    private final NodeSet others;
    private final Profile profile;
    private final Modifications modifications;

    public RicartAgrawala(int me, int nodes) {
        this(me, nodes, Modifications.none());
    }

    /** With modifications of section 6. */
    public RicartAgrawala(int me, int nodes, Modifications modifications) {
        this(me, nodes, modifications.of(PROFILE), modifications);
    }

    /** For a modification with a profile of its own. */
    protected RicartAgrawala(int me, int nodes, Profile profile, Modifications modifications) {
        this.me = me;
        this.others = NodeSet.others(nodes, me);
        this.profile = profile;
        this.modifications = modifications;
    }

    @Override
    public Profile profile() {
        return profile;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        Mode mode = start.insideAt(me).map(Request::mode).orElse(Mode.EXCLUSIVE);
        return new State(OwnRequest.at(start, me), mode, Numbers.zero(), NodeSet.empty(), NodeSet.empty());
    }

    // PROCESS WHICH INVOKES MUTUAL EXCLUSION FOR THIS NODE

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        s = s.choose(request, next(s.numbers().highest(), request), others);
        modifications.ask(others, new Message.Request(s.numbers().our(), s.mode()), out); // Send_Message(REQUEST, j)
        return proceed(s, out);
    }

    /** Our_Sequence_Number := Highest_Sequence_Number + 1. */
    final long next(long highest, Request request) {
        return modifications.next(highest, request);
    }

    /** WAITFOR (Outstanding_Reply_Count = 0). */
    private State proceed(State s, Effects<Message> out) {
        if (!s.awaiting().isEmpty()) {
            return s;
        }
        if (s.own().phase() == WITHDRAWN) {
            return answerDeferred(s.with(s.own().end(out)), out);
        }
        return s.with(s.own().enter(nextFence(s), out)); // Critical Section Processing can be performed at this point
    }

    protected long nextFence(State s) {
        return s.own().fence() + 1;
    }

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        return answerDeferred(s.with(s.own().leave(requestId, lastFence)), out); // Requesting := FALSE
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        s = s.with(s.own().cancel(requestId));
        return requesting(s) ? s : answerDeferred(s, out);
    }

    private State answerDeferred(State s, Effects<Message> out) {
        long fence = s.own().fence(); // IF Reply_Deferred[j] THEN Send_Message(REPLY, j)
        modifications.answer(s.deferred(), new Message.Reply(fence), new ReplyTo(s.deferred(), fence), out);
        return s.answered(); // Reply_Deferred[j] := FALSE
    }

    // PROCESS WHICH RECEIVES REQUEST(k, j) MESSAGES

    private State receiveRequest(State s, Message.Request request, int j, Effects<Message> out) {
        s = s.seen(modifications.maximum(s.numbers().highest(), request.number())); // Highest := Maximum(Highest, k)
        if (defers(s, request, j)) {
            return defer(s, j, out); // IF Defer_it THEN Reply_Deferred[j] := TRUE
        }
        out.send(j, new Message.Reply(s.own().fence())); // ELSE Send_Message(REPLY, j)
        return s;
    }

    /** Defer_it := Requesting AND ((k > Our) OR (k = Our AND j > me)). */
    final boolean defers(State s, Message.Request request, int j) {
        return requesting(s)
                && modifications.conflict(s.mode(), request.mode())
                && precedes(s.numbers().ticket(me), new Ticket(request.number(), j));
    }

    /**
     * Section 6.4: there a withdrawn request keeps its turn. If its number were skipped, the numbers
     * of others could differ by too much.
     */
    private boolean requesting(State s) {
        return modifications.bounded() ? s.own().phase() != IDLE : s.own().requesting();
    }

    protected boolean precedes(Ticket ours, Ticket theirs) {
        return modifications.precedes(ours, theirs);
    }

    protected State defer(State s, int j, Effects<Message> out) {
        return s.defer(j);
    }

    // PROCESS WHICH RECEIVES REPLY MESSAGES

    private State receiveReply(State s, int j, long fence, Effects<Message> out) {
        Expect.that(s.awaiting().contains(j), "a REPLY answers a REQUEST, and only once");
        return proceed(s.repliedBy(j, fence), out); // Outstanding_Reply_Count := Outstanding_Reply_Count - 1
    }

    /** Section 6.2.2: "It is not sufficient for nodes waiting for a REPLY to assume it applies to them." */
    protected boolean applies(State s, int j, NodeSet recipients) {
        return recipients.contains(me);
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        if (message instanceof Message.Request request) {
            return receiveRequest(s, request, from, out);
        } else if (message instanceof Message.Reply reply) {
            return receiveReply(s, from, reply.fence(), out);
        }
        ReplyTo reply = (ReplyTo) message;
        return applies(s, from, reply.recipients()) ? receiveReply(s, from, reply.fence(), out) : s;
    }

    @Override
    public Contention contention(State s) {
        return s.deferred().isEmpty() ? Contention.NO : Contention.YES;
    }

    @Override
    public QueuePosition queuePosition(State s, long requestId) {
        if (modifications.bounded()) { // numbers that recur give an order only to one who knows which are in use
            return QueuePosition.unknown();
        }
        return QueuePosition.numbered(s.numbers().our());
    }
}
