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
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.OwnRequest;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeQueue;

/**
 * G. Ricart and A. K. Agrawala, "An Optimal Algorithm for Mutual Exclusion in Computer Networks",
 * CACM 24(1), 1981, section 6.2.1, "Communications medium sequencing".
 *
 * <p>All nodes observe all broadcasts, including their own, in the same order, so no numbers are
 * needed: the first REQUEST on the medium enters first. A node that leaves broadcasts a REPLY, and
 * then the next one enters.
 *
 * <table>
 * <caption>The paper's names</caption>
 * <tr><td>"a queueing order equivalent to the sequence numbers"</td><td>{@link State#queue}</td></tr>
 * <tr><td>"have themselves successfully broadcast a prior REQUEST but received no corresponding REPLY"</td>
 * <td>the nodes before this one in {@link State#queue}</td></tr>
 * </table>
 *
 * <p>Not in the paper: what "received no corresponding REPLY" means (the REPLY that a node
 * broadcasts when it leaves, since nobody else broadcasts one to it); that a node leaves its own
 * queue at once, not when it observes its own REPLY; a fence in REPLY; withdrawal, for which a node
 * broadcasts its REPLY without an entry.
 */
public class MediumSequencing implements Algorithm<MediumSequencing.State, MediumSequencing.Message> {

    public static final Profile PROFILE = new Profile(
            "ra-medium",
            Family.PERMISSION_OF_ALL,
            "Ricart and Agrawala 1981, 6.2.1",
            Assumptions.anyOrder().with(Medium.SEQUENCED),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("2 broadcasts", "T", "as on the medium", "in REPLY"));

    /** The messages between nodes. */
    public sealed interface Message {

        /** I want to enter. */
        record Request() implements Message {}

        /** I am done: the next node may enter. */
        record Reply(long fence) implements Message {}
    }

    /**
     * What a node knows.
     *
     * @param own the node's request
     * @param queue the nodes whose REQUEST was observed and whose REPLY was not, in the order on
     *     the medium
     */
    public record State(OwnRequest own, NodeQueue queue) {

        boolean isFirst(int j) {
            return !queue.isEmpty() && queue.head() == j;
        }

        State queue(int j) {
            return new State(own, queue.append(j));
        }

        State remove(int j) {
            return new State(own, queue.minus(j));
        }

        State with(OwnRequest next) {
            return new State(next, queue);
        }
    }

    private final int me;

    public MediumSequencing(int me) {
        this.me = me;
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        State s = new State(OwnRequest.at(start, me), NodeQueue.empty());
        for (Start.Inside inside : start.inside()) { // as if its REQUEST had been the first on the medium
            s = s.queue(inside.node());
        }
        return s;
    }

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        s = s.with(s.own().ask(request));
        out.broadcast(new Message.Request()); // need not contain the usual sequence number
        return s;
    }

    private State receiveRequest(State s, int j, Effects<Message> out) {
        Expect.that(!s.queue().contains(j), "a node makes one request at a time");
        if (j == me && s.own().phase() == WITHDRAWN) { // its REPLY is behind it on the medium
            return s.with(s.own().end(out));
        }
        return proceed(s.queue(j), out); // by observing the order of REQUEST messages
    }

    private State receiveReply(State s, int j, long fence, Effects<Message> out) {
        if (j == me) { // it has left the queue already; what is there by now may be its next request
            return s;
        }
        Expect.that(s.queue().contains(j), "a REPLY is behind its REQUEST on the medium");
        return proceed(s.remove(j).with(s.own().knowing(fence)), out);
    }

    private State proceed(State s, Effects<Message> out) {
        if (s.own().phase() != WAITING || !s.isFirst(me)) { // REPLYs are only needed from those with a prior REQUEST
            return s;
        }
        return s.with(s.own().enter(out));
    }

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        return reply(s.with(s.own().leave(requestId, lastFence)), out);
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        OwnRequest cancelled = s.own().cancel(requestId);
        return reply(s.with(s.queue().contains(me) ? cancelled.end(out) : cancelled), out);
    }

    private State reply(State s, Effects<Message> out) {
        out.broadcast(new Message.Reply(s.own().fence())); // The REPLY messages can also be broadcast
        return s.remove(me);
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        if (message instanceof Message.Request) {
            return receiveRequest(s, from, out);
        }
        return receiveReply(s, from, ((Message.Reply) message).fence(), out);
    }

    @Override
    public Contention contention(State s) {
        return s.queue().size() > 1 ? Contention.YES : Contention.NO;
    }
}
