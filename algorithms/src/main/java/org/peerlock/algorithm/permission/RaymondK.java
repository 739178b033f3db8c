package org.peerlock.algorithm.permission;

import static org.peerlock.algorithm.Phase.INSIDE;
import static org.peerlock.algorithm.Phase.WAITING;

import java.util.EnumSet;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.OwnRequest;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.QueuePosition;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Numbers;
import org.peerlock.algorithm.data.Ticket;

/**
 * K. Raymond, "A Distributed Algorithm for Multiple Entries to a Critical Section", Information
 * Processing Letters 30(4), 1989.
 *
 * <p>Up to K nodes may be inside. A node asks all others, as in {@link RicartAgrawala}, and enters
 * once N - K of them are known not to be inside: those that have answered all its requests. The
 * other K - 1 may answer at any time, even after many more requests; the answers are counted, and
 * several may arrive as one message. Messages may overtake each other.
 *
 * <table>
 * <caption>The paper's names</caption>
 * <tr><td>Requesting_CS, Executing_CS</td><td>{@link OwnRequest#phase}: waiting, inside</td></tr>
 * <tr><td>Our_Seq</td><td>{@link Numbers#our}</td></tr>
 * <tr><td>Max_Seq</td><td>{@link Numbers#highest}</td></tr>
 * <tr><td>Reply_Count</td><td>{@link State#outstanding}</td></tr>
 * <tr><td>Defer_Count</td><td>{@link State#deferred}</td></tr>
 * <tr><td>Not_In_CS()</td><td>{@link #notInside}</td></tr>
 * </table>
 *
 * <p>Not in the paper: Z ≠ me in Not_In_CS, as its section 4 defines it, where its section 5.3
 * prints Z &lt; me; the test for entry already at the request, without which no node would enter if
 * K ≥ N; choosing a number raises the highest one at once, so that no number is used twice;
 * withdrawal, for which a node only answers all others, since old answers are counted anyway; a
 * fence in REPLY, which grows only if K = 1. A request is for one permit.
 */
public class RaymondK implements Algorithm<RaymondK.State, RaymondK.Message> {

    public static final Profile PROFILE = new Profile(
            "raymond-k",
            Family.PERMISSION_OF_SOME,
            "Raymond 1989, K entries",
            Assumptions.anyOrder(),
            EnumSet.of(Capacity.Kind.MUTEX, Capacity.Kind.SEMAPHORE),
            false,
            new Profile.Costs("2N-K-1 to 2(N-1)", "T", "by (number, node), but K at once", "in REPLY, if K = 1"));

    /** The messages between nodes. */
    public sealed interface Message {

        /** May I enter, with this number? */
        record Request(long number) implements Message {}

        /** You may enter, as far as I am concerned. This answers {@code count} REQUESTs. */
        record Reply(long count, long fence) implements Message {}
    }

    /**
     * What a node knows.
     *
     * @param own the node's request
     * @param numbers its number, and the greatest one known
     * @param outstanding for each node, how many REQUESTs it has still to answer
     * @param deferred for each node, how many of its REQUESTs this node has still to answer
     */
    public record State(OwnRequest own, Numbers numbers, NodeCounters outstanding, NodeCounters deferred) {

        State choose(Request request) {
            return new State(own.ask(request), numbers.next(request.increment()), outstanding, deferred);
        }

        State asked(int z) {
            return new State(own, numbers, outstanding.with(z, outstanding.of(z) + 1), deferred);
        }

        State seen(long number) {
            return new State(own, numbers.seen(number), outstanding, deferred);
        }

        State defer(int y) {
            return new State(own, numbers, outstanding, deferred.with(y, deferred.of(y) + 1));
        }

        State repliedBy(int y, long count, long fence) {
            return new State(own.knowing(fence), numbers, outstanding.with(y, outstanding.of(y) - count), deferred);
        }

        State answered(int z) {
            return new State(own, numbers, outstanding, deferred.with(z, 0));
        }

        State with(OwnRequest next) {
            return new State(next, numbers, outstanding, deferred);
        }
    }

    private final int me;
    private final int nodes;
    private final Capacity capacity;
    private final NodeSet others;

    public RaymondK(int me, int nodes, Capacity capacity) {
        this.me = me;
        this.nodes = nodes;
        this.capacity = capacity;
        this.others = NodeSet.others(nodes, me);
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public boolean serves(Request request) {
        return capacity.weight(request) == 1;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        NodeCounters none = NodeCounters.zero(nodes);
        return new State(OwnRequest.at(start, me), Numbers.zero(), none, none);
    }

    // 5.1. Node X wishes to enter the critical section

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        Expect.that(serves(request), "a request is for one permit");
        s = s.choose(request); // Our_Seq := Max_Seq + 1
        for (int z : others) { // for Z := 1 to N do if Z ≠ me then begin
            out.send(z, new Message.Request(s.numbers().our())); // send REQUEST (Our_Seq) to Z;
            s = s.asked(z); // Reply_Count [Z] := Reply_Count [Z] + 1 end
        }
        return enterIfEnoughAreNotInside(s, out);
    }

    // 5.2. Node X receives REQUEST (S_Y) from Y

    private State receiveRequest(State s, long number, int y, Effects<Message> out) {
        s = s.seen(number); // Max_Seq := max (Max_Seq, S_Y)
        boolean before = s.numbers().ticket(me).precedes(new Ticket(number, y));
        Phase phase = s.own().phase();
        if (phase == INSIDE || (phase == WAITING && before)) { // if Executing_CS or (Requesting_CS and ...)
            return s.defer(y); // then Defer_Count [Y] := Defer_Count [Y] + 1
        }
        out.send(y, new Message.Reply(1, s.own().fence())); // else send REPLY (1) to Y
        return s;
    }

    // 5.3. Node X receives REPLY (Count) from Y

    private State receiveReply(State s, int y, Message.Reply reply, Effects<Message> out) {
        Expect.that(s.outstanding().of(y) >= reply.count(), "a REPLY answers REQUESTs, and each only once");
        s = s.repliedBy(y, reply.count(), reply.fence()); // Reply_Count [Y] := Reply_Count [Y] - Count
        return s.own().phase() == WAITING ? enterIfEnoughAreNotInside(s, out) : s;
    }

    private State enterIfEnoughAreNotInside(State s, Effects<Message> out) {
        if (notInside(s) < needed()) { // if Requesting_CS and Not_In_CS ( ) >= N - K then
            return s;
        }
        long fence = capacity.fenceAfter(s.own().fence());
        return s.with(s.own().enter(fence, out)); // Executing_CS := true; enter Critical Section
    }

    /** How many others must be known not to be inside: then at most K - 1 are. */
    protected int needed() {
        return nodes - capacity.permits(); // N - K
    }

    /** How many others are known not to be inside, because they have answered every REQUEST. */
    protected int notInside(State s) {
        int count = 0;
        for (int z : others) { // if Z ≠ me
            count += s.outstanding().of(z) == 0 ? 1 : 0; // and Reply_Count [Z] = 0 then Cnt := Cnt + 1
        }
        return count;
    }

    // 5.4. Node X exits critical section

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        return answerDeferred(s.with(s.own().leave(requestId, lastFence)), out); // Executing_CS := false
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        return answerDeferred(s.with(s.own().cancel(requestId).end(out)), out);
    }

    private State answerDeferred(State s, Effects<Message> out) {
        for (int z : others) {
            if (s.deferred().of(z) != 0) { // if Defer_Count [Z] ≠ 0 then begin
                out.send(
                        z,
                        new Message.Reply(s.deferred().of(z), s.own().fence())); // send REPLY (Defer_Count [Z]) to Z;
                s = s.answered(z); // Defer_Count [Z] := 0 end
            }
        }
        return s;
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        if (message instanceof Message.Request request) {
            return receiveRequest(s, request.number(), from, out);
        }
        return receiveReply(s, from, (Message.Reply) message, out);
    }

    @Override
    public Contention contention(State s) {
        return s.deferred().equals(NodeCounters.zero(nodes)) ? Contention.NO : Contention.YES;
    }

    @Override
    public QueuePosition queuePosition(State s, long requestId) {
        return QueuePosition.numbered(s.numbers().our());
    }
}
