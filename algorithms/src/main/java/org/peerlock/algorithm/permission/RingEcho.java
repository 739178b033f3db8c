package org.peerlock.algorithm.permission;

import static org.peerlock.algorithm.Phase.WAITING;

import java.util.EnumSet;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.OwnRequest;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.QueuePosition;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.Numbers;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.data.TicketQueue;

/**
 * G. Ricart and A. K. Agrawala, "An Optimal Algorithm for Mutual Exclusion in Computer Networks",
 * CACM 24(1), 1981, section 6.3, "Ring Structure".
 *
 * <p>{@link RicartAgrawala}, but the REQUEST travels around a circuit of all nodes, 1 to 2 to ...
 * to N to 1, and is its own reply: when it is back at the node that made it, that node enters. A
 * node that is inside, or asks with the smaller ticket, holds it until it has left. Messages may
 * overtake each other.
 *
 * <table>
 * <caption>The paper's names</caption>
 * <tr><td>Our_Sequence_Number</td><td>{@link Numbers#our}</td></tr>
 * <tr><td>Highest_Sequence_Number</td><td>{@link Numbers#highest}</td></tr>
 * <tr><td>Requesting_Critical_Section</td><td>{@link OwnRequest#requesting}: waiting or inside</td></tr>
 * <tr><td>Reply_Deferred</td><td>{@link State#held}</td></tr>
 * <tr><td>"an echo of the REQUEST message"</td><td>the {@link Message.Request} itself, sent on</td></tr>
 * </table>
 *
 * <p>Not in the paper: that a chosen number raises the highest one; a fence in REQUEST, raised at
 * each stop; withdrawal, for which a node forwards what it holds and is done: its REQUEST still
 * comes back, and is recognised by its number.
 */
public class RingEcho implements Algorithm<RingEcho.State, RingEcho.Message> {

    public static final Profile PROFILE = new Profile(
            "ra-ring-echo",
            Family.PERMISSION_OF_ALL,
            "Ricart and Agrawala 1981, 6.3",
            Assumptions.anyOrder(),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("N", "T to (N-1)T", "by (number, node)", "in REQUEST"));

    /** The messages between nodes. */
    public sealed interface Message {

        /**
         * May the node of this ticket enter? All nodes from there to here allow it.
         *
         * @param fence the greatest fence that any of them knew when it let the request pass
         */
        record Request(Ticket ticket, long fence) implements Message {}
    }

    /**
     * What a node knows.
     *
     * @param own the node's request
     * @param numbers its number, and the greatest one known
     * @param held the requests that this node holds until it has left
     */
    public record State(OwnRequest own, Numbers numbers, TicketQueue held) {

        State choose(Request request) {
            return new State(own.ask(request), numbers.next(request.increment()), held);
        }

        State seen(long number, long fence) {
            return new State(own.knowing(fence), numbers.seen(number), held);
        }

        State hold(Ticket ticket) {
            return new State(own, numbers, held.plus(ticket));
        }

        State letGo(Ticket ticket) {
            return new State(own, numbers, held.minus(ticket));
        }

        State with(OwnRequest next) {
            return new State(next, numbers, held);
        }
    }

    private final int me;
    private final int successor;

    public RingEcho(int me, int nodes) {
        this.me = me;
        this.successor = me % nodes + 1; // a logical circuit consisting of all nodes
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        return new State(OwnRequest.at(start, me), Numbers.zero(), TicketQueue.empty());
    }

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        s = s.choose(request);
        return successor == me
                ? s.with(s.own().enter(out))
                : forward(s, s.numbers().ticket(me), out);
    }

    private State receiveRequest(State s, Ticket ticket, long fence, Effects<Message> out) {
        s = s.seen(ticket.number(), fence);
        Ticket ours = s.numbers().ticket(me);
        if (ticket.node() == me) { // When it is received at the initiating node,
            boolean cancelled = s.own().phase() != WAITING || !ticket.equals(ours);
            return cancelled ? s : s.with(s.own().enter(out)); // mutual exclusion has been achieved
        }
        if (s.own().requesting() && ours.precedes(ticket)) {
            return s.hold(ticket); // it may be deferred at several stops
        }
        return forward(s, ticket, out);
    }

    /**
     * Every node that enters before the ticket's owner lets the ticket pass only after its entry,
     * so the request carries that fence.
     */
    private State forward(State s, Ticket ticket, Effects<Message> out) {
        out.send(successor, new Message.Request(ticket, s.own().fence())); // replacing the REPLY message with an echo
        return s;
    }

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        return forwardHeld(s.with(s.own().leave(requestId, lastFence)), out);
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        return forwardHeld(s.with(s.own().cancel(requestId).end(out)), out);
    }

    private State forwardHeld(State s, Effects<Message> out) {
        while (!s.held().isEmpty()) {
            Ticket next = s.held().head();
            s = forward(s.letGo(next), next, out);
        }
        return s;
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        Message.Request request = (Message.Request) message;
        return receiveRequest(s, request.ticket(), request.fence(), out);
    }

    @Override
    public Contention contention(State s) {
        return s.held().isEmpty() ? Contention.NO : Contention.YES;
    }

    @Override
    public QueuePosition queuePosition(State s, long requestId) {
        return QueuePosition.numbered(s.numbers().our());
    }
}
