package org.peerlock.algorithm.token;

import static org.peerlock.algorithm.Phase.INSIDE;

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
import org.peerlock.algorithm.data.NodeQueue;

/**
 * K. Raymond, "A Tree-Based Algorithm for Distributed Mutual Exclusion", ACM TOCS 7(1), 1989; in
 * the words of P. Dasgupta's lecture "Distributed Mutual Exclusion", IIT Kharagpur.
 *
 * <p>Nodes send messages only to their neighbours in a tree, and each knows in which direction the
 * token is. A node sends one request in that direction for all that have asked it, including
 * itself. When the token arrives, it goes on to the one that asked first. Messages may overtake
 * each other.
 *
 * <pre>
 *       (1)            1              1         The token is at the node in brackets, and Holder points to it.
 *       ^ ^           / ^            / ^        Node 5 asks 2, and 2 asks 1. As the token goes from 1 to 2 to 5,
 *      /   \         v   \          v   \       the pointers on its way turn round.
 *     2     3      (2)    3        2     3
 *    ^ ^           ^ ^            ^ \
 *   /   \         /   \          /   v
 *  4     5       4     5        4    (5)
 * </pre>
 *
 * <table>
 * <caption>The lecture's names, and Raymond's where they differ</caption>
 * <tr><td>Holder</td><td>{@link State#holder}: a neighbour, or the node itself</td></tr>
 * <tr><td>Q<sub>i</sub></td><td>{@link State#queue}: neighbours, and the node itself, each at most once</td></tr>
 * <tr><td>"previous REQUEST sent", Raymond's asked</td><td>{@link State#asked}</td></tr>
 * <tr><td>the token, Raymond's PRIVILEGE</td><td>{@link Message.Privilege}</td></tr>
 * </table>
 *
 * <p>Not in the lecture: the token is not sent while its holder is inside, and goes to the first
 * node in the queue, not to the one that asked last (Raymond has both; the slides forget them at
 * the root). A fence in the token. Withdrawal: a node deletes itself from its queue. The token may
 * then arrive at a node where no request waits; it stays there.
 */
public class RaymondTree implements Algorithm<RaymondTree.State, RaymondTree.Message> {

    public static final Profile PROFILE = new Profile(
            "raymond-tree",
            Family.TOKEN,
            "Raymond 1989, tree",
            Assumptions.anyOrder(),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("0 to 2D", "0 to DT", "by queues along the tree", "in PRIVILEGE"));

    /** The messages between neighbours. */
    public sealed interface Message {

        /** A node on my side wants the token. */
        record Request() implements Message {}

        /** The token; there is only one. */
        record Privilege(long fence) implements Message {}
    }

    /**
     * What a node knows.
     *
     * @param own the node's request; where the token is, the greatest fence known is the greatest
     *     of all
     * @param holder the neighbour in whose direction the token is, or the node itself
     * @param asked whether the holder was asked, and the token has not come since
     * @param queue the neighbours that have asked, and this node, in the order in which they get
     *     the token
     */
    public record State(OwnRequest own, int holder, boolean asked, NodeQueue queue) {

        State enqueue(int j) {
            return new State(own, holder, asked, queue.append(j));
        }

        State dequeue() {
            return new State(own, holder, asked, queue.tail());
        }

        State withdraw(int j) {
            return new State(own, holder, asked, queue.minus(j));
        }

        State ask() {
            return new State(own, holder, true, queue);
        }

        State hold(int me, long fence) {
            return new State(own.knowing(fence), me, false, queue);
        }

        State giveTo(int j) {
            return new State(own, j, asked, queue);
        }

        State with(OwnRequest next) {
            return new State(next, holder, asked, queue);
        }
    }

    private final int me;
    private final Tree tree;

    public RaymondTree(int me, Tree tree) {
        this.me = me;
        this.tree = tree;
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        int holder = tree.towards(me, start.tokenAt());
        return new State(OwnRequest.at(start, me), holder, false, NodeQueue.empty());
    }

    // To request critical section

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        return proceed(s.with(s.own().ask(request)).enqueue(me), out); // place request in Q_i
    }

    // When a node j receives a REQUEST from i

    private State receiveRequest(State s, int i, Effects<Message> out) {
        Expect.that(!s.queue().contains(i), "a neighbour asks once until it has the token");
        return proceed(s.enqueue(i), out); // place request in Q_j
    }

    // When a node receives the token

    private State receivePrivilege(State s, long fence, Effects<Message> out) {
        Expect.that(s.holder() != me, "there is only one token");
        Expect.that(s.asked(), "the token comes only to a node that has asked for it");
        return proceed(s.hold(me, fence), out);
    }

    // To release critical section

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        return proceed(s.with(s.own().leave(requestId, lastFence)), out);
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        return s.with(s.own().cancel(requestId).end(out)).withdraw(me);
    }

    // After every event

    private State proceed(State s, Effects<Message> out) {
        return ask(assign(s, out), out);
    }

    /** Gives the token, if it is here and idle, to the first node in the queue. */
    private State assign(State s, Effects<Message> out) {
        if (s.holder() != me || !idle(s) || s.queue().isEmpty()) {
            return s;
        }
        int first = s.queue().head();
        s = s.dequeue(); // delete first entry from the queue
        if (first != me) {
            out.send(first, new Message.Privilege(s.own().fence())); // send token to that node
            return s.giveTo(first); // set Holder variable to point to that node
        }
        return s.with(s.own().enter(out)); // enter if token is received and own entry is at the top of the queue
    }

    /**
     * Whether the token, which is here, is idle. A node may not give it away while it is inside.
     */
    protected boolean idle(State s) {
        return s.own().phase() != INSIDE;
    }

    private State ask(State s, Effects<Message> out) {
        if (s.holder() == me || s.asked() || s.queue().isEmpty()) {
            return s;
        }
        out.send(s.holder(), new Message.Request()); // send REQUEST to parent if no previous REQUEST sent
        return s.ask();
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        if (message instanceof Message.Privilege privilege) {
            return receivePrivilege(s, privilege.fence(), out);
        }
        return receiveRequest(s, from, out);
    }

    @Override
    public Contention contention(State s) {
        return s.queue().isEmpty() ? Contention.NO : Contention.YES;
    }

    /** A neighbour stands for all nodes that have asked it. */
    @Override
    public QueuePosition queuePosition(State s, long requestId) {
        return QueuePosition.queued(s.queue());
    }
}
