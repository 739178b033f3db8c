package org.peerlock.algorithm.token;

import static org.peerlock.algorithm.Phase.INSIDE;
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
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.QueuePosition;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeQueue;

/**
 * H. Rajan, "Last Entered Algorithm for Mutual Exclusion in a Distributed System", Lucent
 * Technologies; repaired. {@link LastEnteredLiteral} has it as printed, which neither excludes nor
 * progresses.
 *
 * <p>The critical region is a token: its owner may enter, and keeps it while no other node wants
 * it. Every node remembers which node entered last, as far as it knows. A WISHING_TO_ENTER goes
 * there, and is forwarded from there, until it finds the owner. The owner queues it. When it
 * leaves, it hands the region, with the rest of the queue, to the first node in the queue. Messages
 * may overtake each other.
 *
 * <table>
 * <caption>The paper's names</caption>
 * <tr><td>LAST_ENTERED</td><td>{@link State#lastEntered}; the node itself, if it owns the region</td></tr>
 * <tr><td>QUEUE</td><td>{@link State#queue}</td></tr>
 * <tr><td>DAEMON</td><td>none: an owner that is not inside hands the region to the first node that asks</td></tr>
 * <tr><td>Wait, REPEAT, TIME_LIMIT</td><td>none: no node enters because it has received nothing</td></tr>
 * </table>
 *
 * <p>Not in the paper: <em>versions</em>. Each time the region is handed over or entered, its
 * version grows. A node's LAST_ENTERED is stamped with the version, so that it never goes back. A
 * wish meets a greater version at every hop, so it cannot go in circles. If a wish carries a
 * greater version than the node that it reaches, the region is on its way to that node, which holds
 * the wish until the region arrives. The version is also the fence. Withdrawal cannot call a wish
 * back: when the region arrives, the node passes it on at once, unless it has made a new request
 * and uses it for that.
 *
 * <p>Not claimed: freedom from starvation. While two nodes hand the region to and fro, each asking
 * again as soon as it has left, a third node's wish may reach either of them just too late, for
 * ever, on FIFO links too.
 */
public class LastEntered implements Algorithm<LastEntered.State, LastEntered.Message> {

    public static final Profile PROFILE = new Profile(
            "last-entered",
            Family.TOKEN,
            "Rajan, repaired",
            Assumptions.anyOrder().without(Property.NO_STARVATION),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("0, or 2 to N, hints", "T", "by arrival at the owner", "the version"));

    /** The messages between nodes. */
    public sealed interface Message {

        /** The process wishes to enter; the sender's LAST_ENTERED has this version. */
        record WishingToEnter(int process, long version) implements Message {}

        /** I own the region, at this version, and you are in its queue. */
        record AlreadyThere(long version) implements Message {}

        /** You own the region from now on, at this version, with this queue. */
        record RegionTransfer(long version, NodeQueue queue) implements Message {}
    }

    /**
     * What a node knows.
     *
     * @param own the node's request; its fence is the greatest {@link #version} known
     * @param lastEntered the node that owned the region at that version
     * @param queue the nodes that wait for the region, if it is here or under way to here
     */
    public record State(OwnRequest own, int lastEntered, NodeQueue queue) {

        long version() {
            return own.fence();
        }

        State learn(int owner, long at) {
            return new State(own.knowing(at), owner, queue);
        }

        State enqueue(int process) {
            return new State(own, lastEntered, queue.append(process));
        }

        State queueing(NodeQueue changed) {
            return new State(own, lastEntered, changed);
        }

        State with(OwnRequest next) {
            return new State(next, lastEntered, queue);
        }
    }

    private final int me;

    public LastEntered(int me) {
        this.me = me;
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        return new State(OwnRequest.at(start, me), start.tokenAt(), NodeQueue.empty());
    }

    private boolean owns(State s) {
        return s.lastEntered() == me;
    }

    // 3.5. Function ENTER

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        if (s.own().phase() == WITHDRAWN) {
            return s.with(s.own().askInstead(request)); // the wish of the previous request serves this one
        }
        s = s.with(s.own().ask(request));
        if (owns(s)) {
            return s.with(s.own().enter(out));
        }
        out.send(s.lastEntered(), new Message.WishingToEnter(me, s.version())); // send(LAST_ENTERED, WISHING_TO_ENTER)
        return s;
    }

    private State receiveRegionTransfer(State s, long version, NodeQueue queue, Effects<Message> out) {
        Expect.that(!owns(s) && s.own().hasAsked(), "the region comes only to a node that has asked for it");
        NodeQueue all = appendAll(queue, s.queue());
        s = s.learn(me, version).queueing(all); // Now set the LAST_ENTERED to itself
        if (s.own().phase() == WITHDRAWN) {
            return release(s.with(s.own().idle()), out);
        }
        for (NodeQueue rest = all; !rest.isEmpty(); rest = rest.tail()) { // Refresh the LAST_ENTERED variable of each
            out.send(rest.head(), new Message.AlreadyThere(version)); // of the processes in the Queue
        }
        return s.with(s.own().enter(version, out)); // NOW IN CRITICAL REGION
    }

    private static NodeQueue appendAll(NodeQueue queue, NodeQueue held) {
        return held.isEmpty() ? queue : appendAll(queue.append(held.head()), held.tail());
    }

    private State receiveAlreadyThere(State s, int owner, long version) {
        return isNews(s, version)
                ? s.learn(owner, version)
                : s; // Record that the sender process is in the critical region
    }

    /**
     * Whether a version is greater than the one that the node knows. If not, the message has been
     * overtaken.
     */
    protected boolean isNews(State s, long version) {
        return version > s.version();
    }

    // 3.6. Function LEAVE

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        return release(s.with(s.own().leave(requestId, lastFence)), out);
    }

    private State release(State s, Effects<Message> out) {
        return s.queue().isEmpty() ? s : transfer(s, out);
    }

    /** Transfer the access token to the next process in the queue. */
    private State transfer(State s, Effects<Message> out) {
        int next = s.queue().head();
        long version = s.version() + 1;
        out.send(next, new Message.RegionTransfer(version, s.queue().tail()));
        return s.learn(next, version).queueing(NodeQueue.empty());
    }

    // 3.7. Function DAEMON, and what runs in the critical region

    private State receiveWishingToEnter(State s, int process, long version, Effects<Message> out) {
        Expect.that(
                process != me && !s.queue().contains(process),
                "a process has one wish at a time, and sends none to itself");
        if (!owns(s)) {
            return holds(s, version) ? s.enqueue(process) : passOn(s, process, out);
        }
        s = s.enqueue(process); // We have a queue for critical region so add the sender to the queue
        if (idle(s)) {
            return transfer(s, out); // Pass the control of critical region to the sender
        }
        out.send(process, new Message.AlreadyThere(s.version())); // Used when a process is in a critical region
        return s;
    }

    /**
     * Whether the region, which is here, is idle. An owner may not give it away while it is inside.
     */
    protected boolean idle(State s) {
        return s.own().phase() != INSIDE;
    }

    /**
     * Whether a wish waits here: its version is greater than this node's, so the region is on its
     * way to here.
     */
    protected boolean holds(State s, long version) {
        return isNews(s, version);
    }

    private static State passOn(State s, int process, Effects<Message> out) {
        out.send(s.lastEntered(), new Message.WishingToEnter(process, s.version()));
        return s;
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        return s.with(s.own().abandon(requestId, out)); // the region is still to come
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        if (message instanceof Message.WishingToEnter wishing) {
            return receiveWishingToEnter(s, wishing.process(), wishing.version(), out);
        }
        if (message instanceof Message.AlreadyThere already) {
            return receiveAlreadyThere(s, from, already.version());
        }
        Message.RegionTransfer transfer = (Message.RegionTransfer) message;
        return receiveRegionTransfer(s, transfer.version(), transfer.queue(), out);
    }

    @Override
    public Contention contention(State s) {
        return s.queue().isEmpty() ? Contention.NO : Contention.YES;
    }

    /**
     * Wishes that wait here for the region are not in this queue: they go to the end of the queue
     * that arrives with the region.
     */
    @Override
    public QueuePosition queuePosition(State s, long requestId) {
        return owns(s) ? QueuePosition.queued(s.queue()) : QueuePosition.unknown();
    }
}
