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
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Numbers;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.data.TicketQueue;

/**
 * M. Maekawa, "A √N Algorithm for Mutual Exclusion in Decentralized Systems", ACM TOCS 3(2), 1985,
 * as corrected by B. A. Sanders, "The Information Structure of Distributed Mutual Exclusion
 * Algorithms", ACM TOCS 5(3), 1987; in the words of P. Dasgupta's lecture "Distributed Mutual
 * Exclusion", IIT Kharagpur.
 *
 * <p>A node asks only the nodes of its request set. Any two request sets have a node in common, and
 * that node, as arbiter, gives its one REPLY to one of the two at a time. If several requests each
 * hold some arbiters and wait for those of the others, their age resolves the deadlock: an arbiter
 * INQUIREs whether the younger request that has its REPLY can YIELD, and it does so once it has
 * FAILED elsewhere. Messages may overtake each other.
 *
 * <table>
 * <caption>The lecture's names, and Maekawa's where they differ</caption>
 * <tr><td>R<sub>i</sub></td><td>{@link RequestSets#of(int)}</td></tr>
 * <tr><td>"status": a REPLY was sent since the last RELEASE</td><td>{@link Arbiter#lock}</td></tr>
 * <tr><td>"queue up the REQUEST"</td><td>{@link Arbiter#queue}, the oldest first</td></tr>
 * <tr><td>REPLY, Maekawa's LOCKED</td><td>{@link Message.Reply}</td></tr>
 * <tr><td>YIELD, Maekawa's RELINQUISH</td><td>{@link Message.Yield}</td></tr>
 * </table>
 *
 * <p>Not in the paper: every message carries the number of its request, so that a message that was
 * overtaken can be recognised; the FAILED to a waiting node that an older one overtakes (Sanders);
 * a fence in REPLY and RELEASE; withdrawal by RELEASE. A node's messages to itself are handled
 * within the step that sends them, and cost nothing.
 */
public class Maekawa implements Algorithm<Maekawa.State, Maekawa.Message> {

    public static final Profile PROFILE = new Profile(
            "maekawa",
            Family.PERMISSION_OF_SOME,
            "Maekawa 1985, Sanders 1987",
            Assumptions.anyOrder(),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("3(K-1) to 5(K-1)+", "2T", "by arbiters, none global", "kept by arbiters"));

    /** The messages between a requester and its arbiters, about the request with a number. */
    public sealed interface Message {

        long number();

        /** To an arbiter: may I enter? */
        record Request(long number) implements Message {}

        /** From an arbiter: you may enter, as far as I am concerned. */
        record Reply(long number, long fence) implements Message {}

        /** From an arbiter: not now, another request goes before yours. */
        record Failed(long number) implements Message {}

        /** From an arbiter that has replied: can you yield? An older request waits. */
        record Inquire(long number) implements Message {}

        /** To an arbiter: yes, take your REPLY back until it is my turn again. */
        record Yield(long number) implements Message {}

        /** To an arbiter: I am done. */
        record Release(long number, long fence) implements Message {}
    }

    /**
     * What a node knows.
     *
     * @param own the node's request
     * @param numbers its number, and the greatest one known
     * @param requester what its arbiters have answered
     * @param arbiter its state as an arbiter for the nodes whose request sets contain it
     */
    public record State(OwnRequest own, Numbers numbers, Requester requester, Arbiter arbiter) {

        State choose(Request request) {
            return new State(own.ask(request), numbers.next(request.increment()), requester, arbiter);
        }

        State seen(long number) {
            return new State(own, numbers.seen(number), requester, arbiter);
        }

        State with(OwnRequest next) {
            return new State(next, numbers, requester, arbiter);
        }

        State with(Requester next) {
            return new State(own, numbers, next, arbiter);
        }

        State with(Arbiter next) {
            return new State(own, numbers, requester, next);
        }
    }

    /**
     * What the arbiters have answered to the node's own request while it waits.
     *
     * @param granted the arbiters whose REPLY it has
     * @param failed the arbiters that sent FAILED, or took their REPLY back, and have not replied
     *     since
     * @param inquiries the arbiters whose INQUIRE has not been answered
     */
    public record Requester(NodeSet granted, NodeSet failed, NodeSet inquiries) {

        static Requester none() {
            return new Requester(NodeSet.empty(), NodeSet.empty(), NodeSet.empty());
        }

        Requester grantedBy(int j) {
            return new Requester(granted.plus(j), failed.minus(j), inquiries);
        }

        /**
         * A REPLY that overtook the FAILED is the newer of the two, so the FAILED no longer counts.
         */
        Requester failedAt(int j) {
            return new Requester(granted, granted.contains(j) ? failed : failed.plus(j), inquiries);
        }

        Requester inquiredBy(int j) {
            return new Requester(granted, failed, inquiries.plus(j));
        }

        Requester yieldTo(int j) {
            return new Requester(granted.minus(j), failed.plus(j), inquiries.minus(j));
        }
    }

    /**
     * Which request has the REPLY of this arbiter, and which ones wait for it.
     *
     * @param lock the request that has the REPLY, or {@link #NOBODY}
     * @param queue the requests that wait for it
     * @param inquired whether the one that has it was sent an INQUIRE
     * @param released for each node, the greatest number that it has released or withdrawn
     */
    public record Arbiter(Ticket lock, TicketQueue queue, boolean inquired, NodeCounters released) {

        /** No node's ticket. */
        public static final Ticket NOBODY = new Ticket(0, 0);

        boolean free() {
            return lock.equals(NOBODY);
        }

        boolean isGone(Ticket request) {
            return request.number() <= released.of(request.node());
        }

        boolean isOldest(Ticket request) {
            return request.precedes(lock) && (queue.isEmpty() || request.precedes(queue.head()));
        }

        boolean hasInquiredForHead() {
            return !queue.isEmpty() && queue.head().precedes(lock);
        }

        Arbiter lockFor(Ticket request) {
            return new Arbiter(request, queue.minus(request), false, released);
        }

        Arbiter unlock() {
            return new Arbiter(NOBODY, queue, false, released);
        }

        Arbiter enqueue(Ticket request) {
            return new Arbiter(lock, queue.plus(request), inquired, released);
        }

        Arbiter inquire() {
            return new Arbiter(lock, queue, true, released);
        }

        Arbiter forget(Ticket request) {
            return new Arbiter(
                    lock, queue.minus(request), inquired, released.atLeast(request.node(), request.number()));
        }
    }

    private final int me;
    private final int nodes;
    private final RequestSets sets;

    public Maekawa(int me, int nodes, RequestSets sets) {
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
        Arbiter arbiter = new Arbiter(Arbiter.NOBODY, TicketQueue.empty(), false, NodeCounters.zero(nodes));
        for (Start.Inside inside : start.inside()) {
            if (sets.of(inside.node()).contains(me)) {
                arbiter = arbiter.lockFor(new Ticket(0, inside.node()));
            }
        }
        return new State(OwnRequest.at(start, me), Numbers.zero(), Requester.none(), arbiter);
    }

    // Requesting the critical section

    /**
     * (a) A site S_i requests access to the CS by sending REQUEST(i) messages to all sites in its
     * request set R_i.
     */
    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        s = s.choose(request);
        return tellRequestSet(s, new Message.Request(s.numbers().our()), out);
    }

    private State tellRequestSet(State s, Message message, Effects<Message> out) {
        Loopback<State, Message> loopback = new Loopback<>(me, out);
        for (int j : sets.of(me)) {
            loopback.send(j, message);
        }
        return loopback.drain(s, this::receive);
    }

    /** (b) When a site S_j receives the REQUEST(i) message. */
    private State receiveRequest(State s, Ticket request, Effects<Message> out) {
        s = s.seen(request.number());
        if (s.arbiter().isGone(request)) { // it was withdrawn, and the RELEASE has overtaken it
            return s;
        }
        if (s.arbiter().free()) { // provided it hasn't sent a REPLY since its receipt of the last RELEASE
            return reply(s, request, out);
        }
        s = s.with(sortOut(s.arbiter(), request, out));
        return s.with(s.arbiter().enqueue(request)); // Otherwise, it queues up the REQUEST(i)
    }

    private State reply(State s, Ticket request, Effects<Message> out) {
        out.send(request.node(), new Message.Reply(request.number(), s.own().fence())); // it sends a REPLY(j) to S_i
        return s.with(s.arbiter().lockFor(request)); // Update status to indicate that a REPLY has been sent
    }

    /**
     * Informs the nodes concerned of a request that arrives while another one has the REPLY. Among
     * the requests that wait, only the oldest can still succeed soon, and only if it is also older
     * than the one that has the REPLY; all others get FAILED.
     */
    private Arbiter sortOut(Arbiter arbiter, Ticket request, Effects<Message> out) {
        if (!arbiter.isOldest(request)) {
            out.send(request.node(), new Message.Failed(request.number()));
            return arbiter;
        }
        if (arbiter.hasInquiredForHead()) {
            failOvertaken(arbiter.queue().head(), out);
        }
        if (!arbiter.inquired()) {
            out.send(arbiter.lock().node(), new Message.Inquire(arbiter.lock().number()));
        }
        return arbiter.inquire();
    }

    /** A request that got no answer because it was the oldest is so no longer (Sanders 1987). */
    protected void failOvertaken(Ticket overtaken, Effects<Message> out) {
        out.send(overtaken.node(), new Message.Failed(overtaken.number()));
    }

    // Executing the critical section

    /**
     * (c) Site S_i executes the CS only after it has received a REPLY message from every site in
     * R_i.
     */
    private State receiveReply(State s, int j, long fence, Effects<Message> out) {
        s = s.with(s.own().knowing(fence)).with(s.requester().grantedBy(j));
        if (!s.requester().granted().equals(sets.of(me))) {
            return yieldWhereAsked(s, out);
        }
        return s.with(Requester.none()).with(s.own().enter(out));
    }

    // Releasing the critical section

    /** (d) Site S_i sends a RELEASE(i) message to every site in R_i. */
    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        return release(s.with(s.own().leave(requestId, lastFence)), out);
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        s = release(s.with(s.own().cancel(requestId)), out);
        return s.with(s.own().end(out));
    }

    private State release(State s, Effects<Message> out) {
        Message release = new Message.Release(s.numbers().our(), s.own().fence());
        return tellRequestSet(s.with(Requester.none()), release, out);
    }

    /** (e) When a site S_j receives a RELEASE(i) message from site S_i. */
    private State receiveRelease(State s, Ticket request, long fence, Effects<Message> out) {
        s = s.with(s.own().knowing(fence)).with(s.arbiter().forget(request));
        return s.arbiter().lock().equals(request) ? replyToNext(s, out) : s;
    }

    private State replyToNext(State s, Effects<Message> out) {
        if (s.arbiter().queue().isEmpty()) {
            return s.with(s.arbiter().unlock()); // If the queue is empty, then the site updates its state
        }
        return reply(s, s.arbiter().queue().head(), out); // it sends a REPLY to the next site waiting in the queue
    }

    // Need three more types of messages (FAILED, INQUIRE, YIELD) to handle deadlock

    private State receiveFailed(State s, int j, Effects<Message> out) {
        return yieldWhereAsked(s.with(s.requester().failedAt(j)), out);
    }

    private State receiveInquire(State s, int j, Effects<Message> out) {
        return yieldWhereAsked(s.with(s.requester().inquiredBy(j)), out);
    }

    /**
     * A request that FAILED somewhere gives back the REPLYs that arbiters INQUIRE about. An INQUIRE
     * that overtook its REPLY waits for it.
     */
    private State yieldWhereAsked(State s, Effects<Message> out) {
        Requester requester = s.requester();
        if (requester.failed().isEmpty()) {
            return s;
        }
        for (int j : requester.inquiries().intersection(requester.granted())) {
            out.send(j, new Message.Yield(s.numbers().our()));
            requester = requester.yieldTo(j);
        }
        return s.with(requester);
    }

    private State receiveYield(State s, Ticket request, Effects<Message> out) {
        if (!s.arbiter().lock().equals(request)) { // it was withdrawn, and the RELEASE has overtaken the YIELD
            return s;
        }
        return replyToNext(s.with(s.arbiter().enqueue(request)), out);
    }

    /**
     * Whether a message of an arbiter is about the request that waits. It may be about one that was
     * withdrawn; and a node that is inside need not answer an INQUIRE, because its RELEASE will
     * follow.
     */
    protected boolean concerns(State s, int arbiter, Message message) {
        return s.own().phase() == WAITING && message.number() == s.numbers().our();
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
        }
        if (message instanceof Message.Release release) {
            return receiveRelease(s, request, release.fence(), out);
        }
        if (message instanceof Message.Yield) {
            return receiveYield(s, request, out);
        }
        if (!concerns(s, from, message)) {
            return s;
        }
        if (message instanceof Message.Reply reply) {
            return receiveReply(s, from, reply.fence(), out);
        }
        if (message instanceof Message.Inquire) {
            return receiveInquire(s, from, out);
        }
        return receiveFailed(s, from, out);
    }

    @Override
    public Contention contention(State s) {
        return Contention.UNKNOWN; // only the arbiters know who waits, and they INQUIRE only of the younger
    }
}
