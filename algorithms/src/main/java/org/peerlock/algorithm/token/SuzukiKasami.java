package org.peerlock.algorithm.token;

import static org.peerlock.algorithm.Phase.INSIDE;
import static org.peerlock.algorithm.Phase.WITHDRAWN;

import java.util.EnumSet;
import org.jspecify.annotations.Nullable;
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
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.token.SuzukiKasami.Message.Token;

/**
 * I. Suzuki and T. Kasami, "A Distributed Mutual Exclusion Algorithm", ACM TOCS 3(4), 1985; in the
 * words of P. Dasgupta, "Distributed Mutual Exclusion", CS60002, IIT Kharagpur.
 *
 * <p>The node that has the token may enter. A node without it asks all others; the one that has it
 * passes it on when it leaves, or at once if it is not inside. The token itself carries the queue
 * of the nodes that wait, and which requests were served, so that an old REQUEST is recognised.
 * Messages may overtake each other.
 *
 * <table>
 * <caption>The paper's names</caption>
 * <tr><td>REQUEST(i, k)</td><td>{@link Message.Request} k from node i</td></tr>
 * <tr><td>RN<sub>i</sub></td><td>{@link State#requested}</td></tr>
 * <tr><td>LN</td><td>{@link Ledger#served}</td></tr>
 * <tr><td>Q</td><td>{@link Ledger#queue}</td></tr>
 * <tr><td>the token is idle</td><td>the node that has it is not inside</td></tr>
 * </table>
 *
 * <p>Not in the paper: the order in which a leaving node appends the nodes that wait (here: from
 * the next higher number around, since always starting from 1 would favour low numbers); a fence in
 * the token; withdrawal, which cannot call a REQUEST back: when the token arrives, the node passes
 * it on at once, unless it has made a new request and uses it for that.
 */
public class SuzukiKasami implements Algorithm<SuzukiKasami.State, SuzukiKasami.Message> {

    public static final Profile PROFILE = new Profile(
            "suzuki-kasami",
            Family.TOKEN,
            "Suzuki and Kasami 1985",
            Assumptions.anyOrder(),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("0 or N", "0 or T", "by the token's queue", "in the token"));

    /** The messages between nodes. */
    public sealed interface Message {

        /** I want the token, for the request of mine with this number. */
        record Request(long number) implements Message {}

        /**
         * The token; there is only one.
         *
         * @param fence the greatest fence that was given
         */
        record Token(Ledger ledger, long fence) implements Message {}
    }

    /**
     * The contents of the token.
     *
     * @param served for each node, the number of its request that was served last
     * @param queue the nodes that will get the token, one after the other
     */
    public record Ledger(NodeCounters served, NodeQueue queue) {

        Ledger serve(int i, long number) {
            return new Ledger(served.with(i, number), queue);
        }

        Ledger queueing(NodeQueue changed) {
            return new Ledger(served, changed);
        }
    }

    /**
     * What a node knows.
     *
     * @param own the node's request
     * @param requested for each node, the greatest number received in a REQUEST; for this node, the
     *     one sent last
     * @param token the contents of the token, if it is here: then the greatest fence known is the
     *     greatest of all
     */
    @SuppressWarnings("exports") // JSpecify is optional
    public record State(
            OwnRequest own,
            NodeCounters requested,
            @Nullable Ledger token) {

        State seen(int j, long number) {
            return new State(own, requested.atLeast(j, number), token);
        }

        State keep(Ledger ledger) {
            return new State(own, requested, ledger);
        }

        State receive(Token message) {
            return new State(own.knowing(message.fence()), requested, message.ledger());
        }

        /** Without the token, and without the fence, which goes with it. */
        State give() {
            return new State(new OwnRequest(own.phase(), own.id(), 0), requested, null);
        }

        State with(OwnRequest next) {
            return new State(next, requested, token);
        }

        /** The contents of the token, which must be here. */
        Ledger held() {
            if (token == null) {
                throw new AssertionError("a node that is inside has the token");
            }
            return token;
        }
    }

    private final int me;
    private final int nodes;
    private final NodeSet others;

    public SuzukiKasami(int me, int nodes) {
        this.me = me;
        this.nodes = nodes;
        this.others = NodeSet.others(nodes, me);
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        NodeCounters none = NodeCounters.zero(nodes);
        State s = new State(OwnRequest.at(start, me), none, new Ledger(none, NodeQueue.empty()));
        return start.tokenAt() == me ? s : s.give();
    }

    // To request critical section

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        if (s.own().phase() == WITHDRAWN) {
            return s.with(s.own().askInstead(request)); // the REQUEST of the previous request serves this one
        }
        s = s.with(s.own().ask(request));
        if (s.token() != null) { // If i has token already, enter critical section
            return s.with(s.own().enter(out));
        }
        long number = s.requested().of(me) + 1; // increment RNi[i]
        for (int j : others) {
            out.send(j, new Message.Request(number)); // and send REQUEST(i, RNi[i]) to all nodes
        }
        return s.seen(me, number);
    }

    // On receiving REQUEST(i, sn) at j, which is me

    private State receiveRequest(State s, int i, long sn, Effects<Message> out) {
        s = s.seen(i, sn); // Set RNj[i] = max(RNj[i], sn)
        Ledger token = s.token();
        if (token != null && idle(s) && waits(s, token, i)) { // If j has the token and the token is idle,
            return send(s, i, token, out); // then send it to i if RNj[i] = LN[i] + 1
        }
        return s;
    }

    /**
     * Whether the token, which is here, is idle. A node may not give it away while it is inside.
     */
    protected boolean idle(State s) {
        return s.own().phase() != INSIDE;
    }

    /**
     * RNi[j] = LN[j] + 1: node j has a request that was not served yet. A REQUEST that was served
     * is old.
     */
    protected boolean waits(State s, Ledger token, int j) {
        return s.requested().of(j) == token.served().of(j) + 1;
    }

    private static State send(State s, int j, Ledger token, Effects<Message> out) {
        out.send(j, new Token(token, s.own().fence()));
        return s.give();
    }

    // To enter critical section

    private State receiveToken(State s, Token token, Effects<Message> out) {
        Expect.that(s.token() == null, "there is only one token");
        Expect.that(s.own().hasAsked(), "the token comes only to a node that has asked for it");
        s = s.receive(token);
        return s.own().phase() == WITHDRAWN
                ? release(s.with(s.own().idle()), out)
                : s.with(s.own().enter(out)); // Enter CS if token is present
    }

    // To release critical section

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        return release(s.with(s.own().leave(requestId, lastFence)), out);
    }

    private State release(State s, Effects<Message> out) {
        Ledger token = s.held().serve(me, s.requested().of(me)); // Set LN[i] = RNi[i]
        token = queueWaiters(s, token);
        if (token.queue().isEmpty()) {
            return s.keep(token);
        }
        int first = token.queue().head(); // If Q is non empty after the above, delete first node from Q
        return send(s, first, token.queueing(token.queue().tail()), out); // and send the token to that node
    }

    private Ledger queueWaiters(State s, Ledger token) {
        for (int step = 1; step < nodes; step++) {
            int j = (me + step - 1) % nodes + 1; // me + 1 to N, then 1 to me - 1
            if (!token.queue().contains(j) && waits(s, token, j)) { // For every node j which is not in Q (in token),
                token = token.queueing(enqueue(token.queue(), j)); // add node j to Q if RNi[j] = LN[j] + 1
            }
        }
        return token;
    }

    /** Queue (FIFO) Q of requesting processes. */
    protected NodeQueue enqueue(NodeQueue queue, int j) {
        return queue.append(j);
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        return s.with(s.own().abandon(requestId, out)); // the token will still arrive
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        if (message instanceof Message.Request request) {
            return receiveRequest(s, from, request.number(), out);
        }
        return receiveToken(s, (Token) message, out);
    }

    @Override
    public Contention contention(State s) {
        Ledger token = s.token();
        return token != null && !queueWaiters(s, token).queue().isEmpty() ? Contention.YES : Contention.NO;
    }

    /** Only the node that has the token knows the queue. */
    @Override
    public QueuePosition queuePosition(State s, long requestId) {
        Ledger token = s.token();
        return token == null
                ? QueuePosition.unknown()
                : QueuePosition.queued(queueWaiters(s, token).queue());
    }
}
