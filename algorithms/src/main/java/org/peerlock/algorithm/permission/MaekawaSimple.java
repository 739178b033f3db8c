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
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Numbers;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.data.TicketQueue;

/**
 * M. Maekawa, "A √N Algorithm for Mutual Exclusion in Decentralized Systems", ACM TOCS 3(2), 1985,
 * without its messages against deadlock: "A Simple Version" of P. Dasgupta's lecture "Distributed
 * Mutual Exclusion", IIT Kharagpur, and section 3.4 of the lecture notes.
 *
 * <p>A node asks only the nodes of its request set. Any two request sets have a node in common, and
 * that node, as arbiter, gives its one REPLY to one of the two at a time. So two nodes are never
 * inside. But requests that each hold some arbiters, and wait for those of the others, wait for
 * ever: {@link Maekawa} resolves that.
 *
 * <table>
 * <caption>The names of the lectures</caption>
 * <tr><td>R<sub>i</sub></td><td>{@link RequestSets#of(int)}</td></tr>
 * <tr><td>"status": a REPLY was sent since the last RELEASE</td><td>{@link Arbiter#lock}</td></tr>
 * <tr><td>"queue up the REQUEST"</td><td>{@link Arbiter#queue}, the oldest first</td></tr>
 * <tr><td>REPLY from all nodes in R<sub>i</sub></td><td>{@link State#granted}</td></tr>
 * </table>
 *
 * <p>Not in the lectures: the order of the queue; every message carries the number of its request,
 * so that a message that was overtaken can be recognised; a fence in REPLY and RELEASE; withdrawal
 * by RELEASE. A node's messages to itself are handled within the step that sends them, and cost
 * nothing.
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

    /** The messages between a requester and its arbiters, about the request with a number. */
    public sealed interface Message {

        long number();

        /** To an arbiter: may I enter? */
        record Request(long number) implements Message {}

        /** From an arbiter: you may enter, as far as I am concerned. */
        record Reply(long number, long fence) implements Message {}

        /** To an arbiter: I am done. */
        record Release(long number, long fence) implements Message {}
    }

    /**
     * What a node knows.
     *
     * @param own the node's request
     * @param numbers its number, and the greatest one known
     * @param granted the arbiters whose REPLY it has while it waits
     * @param arbiter its state as an arbiter for the nodes whose request sets contain it
     */
    public record State(OwnRequest own, Numbers numbers, NodeSet granted, Arbiter arbiter) {

        State choose(Request request) {
            return new State(own.ask(request), numbers.next(request.increment()), granted, arbiter);
        }

        State seen(long number) {
            return new State(own, numbers.seen(number), granted, arbiter);
        }

        State grantedBy(int j, long fence) {
            return new State(own.knowing(fence), numbers, granted.plus(j), arbiter);
        }

        State knowing(long fence) {
            return new State(own.knowing(fence), numbers, granted, arbiter);
        }

        /** The request waits no longer, so the REPLYs to it count no more. */
        State done(OwnRequest next) {
            return new State(next, numbers, NodeSet.empty(), arbiter);
        }

        State with(Arbiter next) {
            return new State(own, numbers, granted, next);
        }
    }

    /**
     * Which request has the REPLY of this arbiter, and which ones wait for it.
     *
     * @param lock the request that has the REPLY, or {@link #NOBODY}
     * @param queue the requests that wait for it
     * @param released for each node, the greatest number that it has released or withdrawn
     */
    public record Arbiter(Ticket lock, TicketQueue queue, NodeCounters released) {

        /** No node's ticket. */
        public static final Ticket NOBODY = new Ticket(0, 0);

        boolean free() {
            return lock.equals(NOBODY);
        }

        boolean isGone(Ticket request) {
            return request.number() <= released.of(request.node());
        }

        Arbiter lockFor(Ticket request) {
            return new Arbiter(request, queue.minus(request), released);
        }

        Arbiter unlock() {
            return new Arbiter(NOBODY, queue, released);
        }

        Arbiter enqueue(Ticket request) {
            return new Arbiter(lock, queue.plus(request), released);
        }

        Arbiter forget(Ticket request) {
            return new Arbiter(lock, queue.minus(request), released.atLeast(request.node(), request.number()));
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
        Arbiter arbiter = new Arbiter(Arbiter.NOBODY, TicketQueue.empty(), NodeCounters.zero(nodes));
        for (Start.Inside inside : start.inside()) {
            if (sets.of(inside.node()).contains(me)) {
                arbiter = arbiter.lockFor(new Ticket(0, inside.node()));
            }
        }
        return new State(OwnRequest.at(start, me), Numbers.zero(), NodeSet.empty(), arbiter);
    }

    // To request critical section

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        s = s.choose(request);
        return tellRequestSet(s, new Message.Request(s.numbers().our()), out); // sends REQUEST message
    }

    private State tellRequestSet(State s, Message message, Effects<Message> out) {
        Loopback<State, Message> loopback = new Loopback<>(me, out);
        for (int j : sets.of(me)) { // to all process in R_i
            loopback.send(j, message);
        }
        return loopback.drain(s, this::receive);
    }

    // On receiving a REQUEST message

    private State receiveRequest(State s, Ticket request, Effects<Message> out) {
        s = s.seen(request.number());
        if (s.arbiter().isGone(request)) { // it was withdrawn, and the RELEASE has overtaken it
            return s;
        }
        if (s.arbiter().free()) { // if no REPLY message has been sent since the last RELEASE message is received
            return reply(s, request, out);
        }
        return s.with(s.arbiter().enqueue(request)); // Otherwise, queue up the REQUEST
    }

    private State reply(State s, Ticket request, Effects<Message> out) {
        out.send(request.node(), new Message.Reply(request.number(), s.own().fence())); // Send a REPLY message
        return s.with(s.arbiter().lockFor(request)); // Update status to indicate that a REPLY has been sent
    }

    // To enter critical section

    private State receiveReply(State s, Message.Reply reply, int j, Effects<Message> out) {
        if (s.own().phase() != WAITING || reply.number() != s.numbers().our()) { // it is for a withdrawn request
            return s;
        }
        s = s.grantedBy(j, reply.fence());
        boolean all = s.granted().equals(sets.of(me)); // after receiving REPLY from all nodes in R_i
        return all ? s.done(s.own().enter(out)) : s; // i enters critical section
    }

    // To release critical section

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        return release(s.done(s.own().leave(requestId, lastFence)), out);
    }

    /** A request that is withdrawn releases the arbiters that have replied, and leaves the queues of the others. */
    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        s = release(s.done(s.own().cancel(requestId)), out);
        return s.done(s.own().end(out));
    }

    private State release(State s, Effects<Message> out) {
        return tellRequestSet(s, new Message.Release(s.numbers().our(), s.own().fence()), out); // Send RELEASE message
    }

    // On receiving a RELEASE message

    private State receiveRelease(State s, Ticket request, long fence, Effects<Message> out) {
        s = s.knowing(fence).with(s.arbiter().forget(request));
        if (!s.arbiter().lock().equals(request)) { // it was withdrawn before it had the REPLY
            return s;
        }
        if (s.arbiter().queue().isEmpty()) { // If queue is empty, update status
            return s.with(s.arbiter().unlock()); // to indicate no REPLY message has been sent
        }
        return reply(s, s.arbiter().queue().head(), out); // send REPLY to next node in queue and delete the node
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        Loopback<State, Message> loopback = new Loopback<>(me, out);
        return loopback.drain(receive(s, from, message, loopback), this::receive);
    }

    private State receive(State s, int from, Message message, Effects<Message> out) {
        Ticket request = new Ticket(message.number(), from);
        if (message instanceof Message.Request) {
            return receiveRequest(s, request, out);
        } else if (message instanceof Message.Reply reply) {
            return receiveReply(s, reply, from, out);
        }
        return receiveRelease(s, request, ((Message.Release) message).fence(), out);
    }

    @Override
    public Contention contention(State s) {
        return Contention.UNKNOWN; // only the arbiters know who waits
    }
}
