package org.peerlock.algorithm.permission;

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
 * G. Ricart and A. K. Agrawala, "An Optimal Algorithm for Mutual Exclusion in Computer Networks",
 * CACM 24(1), 1981, section 6.3, "A further possible modification".
 *
 * <p>{@link RingEcho}, but no node holds the REQUEST up: it travels around the circuit of all
 * nodes, 1 to 2 to ... to N to 1, without pause. A node that is inside, or asks with the smaller
 * ticket, notes on it that it defers it, and sends a REPLY when it has left. The node that made it
 * enters when it is back and all nodes noted on it have replied. Messages may overtake each other.
 *
 * <table>
 * <caption>The paper's names</caption>
 * <tr><td>Our_Sequence_Number</td><td>{@link Numbers#our}</td></tr>
 * <tr><td>Highest_Sequence_Number</td><td>{@link Numbers#highest}</td></tr>
 * <tr><td>Requesting_Critical_Section</td><td>{@link OwnRequest#requesting}: waiting or inside</td></tr>
 * <tr><td>"DEFERRED by node j"</td><td>{@link Message.Request#deferredBy}</td></tr>
 * <tr><td>Outstanding_Reply_Count</td><td>{@link State#outstanding}</td></tr>
 * <tr><td>Reply_Deferred</td><td>{@link State#deferred}</td></tr>
 * </table>
 *
 * <p>Not in the paper: that the notes are added to the count of outstanding replies, since a REPLY
 * may arrive before the REQUEST is back; that a chosen number raises the highest one; a fence in
 * both messages; withdrawal, for which a node answers all others at once and makes no new request
 * until its REQUEST is back and all replies have arrived.
 */
public class RingNotes implements Algorithm<RingNotes.State, RingNotes.Message> {

    public static final Profile PROFILE = new Profile(
            "ra-ring-notes",
            Family.PERMISSION_OF_ALL,
            "Ricart and Agrawala 1981, 6.3",
            Assumptions.anyOrder(),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("N to 2N-1", "T", "by (number, node)", "in REQUEST and REPLY"));

    /** The messages between nodes. */
    public sealed interface Message {

        /**
         * May the node of this ticket enter? All nodes from there to here allow it, or will reply.
         *
         * @param deferredBy the nodes that will reply
         * @param fence the greatest fence that any of them knew when the request passed
         */
        record Request(Ticket ticket, NodeSet deferredBy, long fence) implements Message {}

        /** Now you may enter, as far as I am concerned. */
        record Reply(long fence) implements Message {}
    }

    /**
     * What a node knows.
     *
     * @param own the node's request
     * @param numbers what number it has, and which ones are known
     * @param back whether the REQUEST has come back
     * @param outstanding how many replies are still expected; negative if some arrived before the
     *     REQUEST was back
     * @param deferred the nodes that are owed a REPLY
     */
    public record State(OwnRequest own, Numbers numbers, boolean back, int outstanding, NodeSet deferred) {

        State choose(Request request) {
            return new State(own.ask(request), numbers.next(request.increment()), false, 0, deferred);
        }

        State seen(long number, long fence) {
            return new State(own.knowing(fence), numbers.seen(number), back, outstanding, deferred);
        }

        State defer(int j) {
            return new State(own, numbers, back, outstanding, deferred.plus(j));
        }

        State isBack() {
            return new State(own, numbers, true, outstanding, deferred);
        }

        State expect(int replies) {
            return new State(own, numbers, back, replies, deferred);
        }

        State answered() {
            return new State(own, numbers, back, outstanding, NodeSet.empty());
        }

        State with(OwnRequest next) {
            return new State(next, numbers, back, outstanding, deferred);
        }
    }

    private final int me;
    private final int successor;

    public RingNotes(int me, int nodes) {
        this.me = me;
        this.successor = me % nodes + 1; // a logical circuit consisting of all nodes
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        return new State(OwnRequest.at(start, me), Numbers.zero(), true, 0, NodeSet.empty());
    }

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        s = s.choose(request);
        if (successor == me) {
            return proceed(s.isBack(), out);
        }
        out.send(
                successor,
                new Message.Request(
                        s.numbers().ticket(me), NodeSet.empty(), s.own().fence()));
        return s;
    }

    private State receiveRequest(State s, Ticket ticket, NodeSet notes, long fence, Effects<Message> out) {
        s = s.seen(ticket.number(), fence);
        Ticket ours = s.numbers().ticket(me);
        if (ticket.node() == me) { // when it arrives back at the initiating node
            Expect.that(!s.back() && ticket.equals(ours), "a REQUEST comes back before the next is made");
            return proceed(s.isBack().expect(count(s.outstanding(), notes.size())), out);
        }
        if (s.own().requesting() && ours.precedes(ticket)) {
            s = s.defer(ticket.node()); // copying and deferring the request,
            notes = notes.plus(me); // the notation "DEFERRED by node j" is added by each node j
        }
        out.send(successor, new Message.Request(ticket, notes, s.own().fence())); // around the circuit without pause
        return s;
    }

    /**
     * The Outstanding_Reply_Count is then set according to the notations. Replies that arrived
     * earlier have made it negative.
     */
    protected int count(int outstanding, int notes) {
        return outstanding + notes;
    }

    private State receiveReply(State s, long fence, Effects<Message> out) {
        Expect.that(s.own().hasAsked(), "a REPLY comes only to a node whose request was deferred");
        return proceed(s.expect(s.outstanding() - 1).with(s.own().knowing(fence)), out);
    }

    private State proceed(State s, Effects<Message> out) {
        return s.back() && s.outstanding() == 0 ? s.with(s.own().proceed(out)) : s;
    }

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        return answerDeferred(s.with(s.own().leave(requestId, lastFence)), out);
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        return answerDeferred(s.with(s.own().cancel(requestId)), out);
    }

    private static State answerDeferred(State s, Effects<Message> out) {
        for (int j : s.deferred()) {
            out.send(j, new Message.Reply(s.own().fence())); // generate individual REPLYs in the usual way
        }
        return s.answered();
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        if (message instanceof Message.Request request) {
            return receiveRequest(s, request.ticket(), request.deferredBy(), request.fence(), out);
        }
        return receiveReply(s, ((Message.Reply) message).fence(), out);
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
