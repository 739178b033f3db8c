package org.peerlock.algorithm.token;

import static org.peerlock.algorithm.Phase.IDLE;
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
import org.peerlock.algorithm.OwnRequest;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.QueuePosition;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeQueue;

/**
 * M. Naimi, M. Trehel and A. Arnold, "A log(N) Distributed Mutual Exclusion Algorithm Based on Path
 * Reversal", Journal of Parallel and Distributed Computing 34(1), 1996.
 *
 * <p>The nodes that wait form a queue in which each knows only the next one; the token moves along
 * it. A request travels to the end of the queue along a path of hints: each node remembers which
 * node asked last, as far as it knows. Every node on the path then points to the requester, which
 * is the new end. Messages may overtake each other.
 *
 * <pre>
 *     last:   4 --&gt; 3 --&gt; 2 --&gt; (1)            4 asks: its request goes to 3, 2 and 1.
 *
 *     last:   4 &lt;-- 3,   4 &lt;-- 2,   4 &lt;-- 1    Then all point to 4,
 *     next:   1 --&gt; 4                            and 1 will give the token to 4.
 * </pre>
 *
 * <table>
 * <caption>The names commonly used</caption>
 * <tr><td>last, owner, father</td><td>{@link State#last}; a root is its own</td></tr>
 * <tr><td>next</td><td>{@link State#next}</td></tr>
 * <tr><td>token present</td><td>{@link State#token}</td></tr>
 * <tr><td>requesting</td><td>{@link State#requesting}: waiting, inside or withdrawn</td></tr>
 * </table>
 *
 * <p>Not in the paper: a fence in the token; withdrawal, which cannot call a REQUEST back: when the
 * token arrives, the node passes it on at once, unless it has made a new request and uses it for
 * that.
 */
public class NaimiTrehel implements Algorithm<NaimiTrehel.State, NaimiTrehel.Message> {

    public static final Profile PROFILE = new Profile(
            "naimi-trehel",
            Family.TOKEN,
            "Naimi, Trehel and Arnold 1996",
            Assumptions.anyOrder(),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("0, or 2 to N", "0 or T", "by arrival at the queue's end", "in the token"));

    /** The messages between nodes. */
    public sealed interface Message {

        /** A node wants the token; a node that is not the end of the queue forwards this. */
        record Request(int node) implements Message {}

        /** The token; there is only one. */
        record Token(long fence) implements Message {}
    }

    /**
     * What a node knows.
     *
     * @param own the node's request
     * @param last the node that asked last, as far as this node knows
     * @param next the node that gets the token after this one, or {@link #NOBODY}
     * @param token whether the token is here: then the greatest fence known is the greatest of all
     */
    public record State(OwnRequest own, int last, int next, boolean token) {

        /** No node. */
        public static final int NOBODY = 0;

        /**
         * Whether the token was asked for and is not yet given back; a withdrawn request still gets
         * it.
         */
        boolean requesting() {
            return own.phase() != IDLE;
        }

        State pointTo(int j) {
            return new State(own, j, next, token);
        }

        State follow(int j) {
            return new State(own, last, j, token);
        }

        State receive(long fence) {
            return new State(own.knowing(fence), last, next, true);
        }

        State give() {
            return new State(own, last, NOBODY, false);
        }

        State with(OwnRequest changed) {
            return new State(changed, last, next, token);
        }
    }

    private final int me;

    public NaimiTrehel(int me) {
        this.me = me;
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        int root = start.tokenAt();
        return new State(OwnRequest.at(start, me), root, State.NOBODY, root == me);
    }

    // A node requests

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        if (s.own().phase() == WITHDRAWN) {
            return s.with(s.own().askInstead(request)); // the REQUEST of the previous request serves this one
        }
        s = s.with(s.own().ask(request));
        if (s.last() == me) { // the root: the token is here, and idle
            return s.with(s.own().enter(out));
        }
        out.send(s.last(), new Message.Request(me));
        return s.pointTo(me); // the end of the queue is here from now on
    }

    // A node receives a REQUEST of node j

    private State receiveRequest(State s, int j, Effects<Message> out) {
        if (s.last() != me) {
            out.send(s.last(), new Message.Request(j)); // not the root: forward it towards the root
        } else if (s.requesting()) {
            Expect.that(s.next() == State.NOBODY, "only one node comes next");
            s = s.follow(j); // the end of the queue: j gets the token after me
        } else {
            s = giveTo(s, j, out); // the token is idle
        }
        return s.pointTo(j); // path reversal
    }

    private State giveTo(State s, int j, Effects<Message> out) {
        Expect.that(s.token(), "only the node that has the token can give it");
        out.send(j, new Message.Token(s.own().fence()));
        return s.give();
    }

    // A node receives the token

    private State receiveToken(State s, long fence, Effects<Message> out) {
        Expect.that(!s.token(), "there is only one token");
        Expect.that(s.own().hasAsked(), "the token comes only to a node that has asked for it");
        s = s.receive(fence);
        return s.own().phase() == WITHDRAWN
                ? release(s.with(s.own().idle()), out)
                : s.with(s.own().enter(out));
    }

    // A node releases

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        return release(s.with(s.own().leave(requestId, lastFence)), out);
    }

    private State release(State s, Effects<Message> out) {
        return s.next() == State.NOBODY ? s : giveTo(s, s.next(), out);
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        return s.with(s.own().abandon(requestId, out)); // the token will still arrive
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        if (message instanceof Message.Request request) {
            return receiveRequest(s, request.node(), out);
        }
        return receiveToken(s, ((Message.Token) message).fence(), out);
    }

    @Override
    public Contention contention(State s) {
        return s.next() == State.NOBODY ? Contention.NO : Contention.YES;
    }

    @Override
    public QueuePosition queuePosition(State s, long requestId) {
        NodeQueue queue = s.own().phase() == WAITING ? NodeQueue.of(me) : NodeQueue.empty();
        return QueuePosition.queued(s.next() == State.NOBODY ? queue : queue.append(s.next()));
    }
}
