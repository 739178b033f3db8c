package org.peerlock.algorithm.token;

import static org.peerlock.algorithm.Phase.IDLE;
import static org.peerlock.algorithm.Phase.INSIDE;
import static org.peerlock.algorithm.Phase.WAITING;
import static org.peerlock.algorithm.Phase.WITHDRAWN;

import java.util.EnumSet;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Wanted;
import org.peerlock.algorithm.data.Counters;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.token.SuzukiKasami.Message.Token;

/**
 * I. Suzuki and T. Kasami, "A Distributed Mutual Exclusion Algorithm", ACM TOCS 3(4), 1985; in the words of P. Dasgupta,
 * "Distributed Mutual Exclusion", CS60002, IIT Kharagpur.
 *
 * <p>Whoever has the token may enter. A node that lacks it asks all others; the one that has it passes it on when it leaves,
 * or at once if it is not inside. The token itself carries the queue of those who wait, and which requests were served, so
 * that an old REQUEST is recognised. Messages may overtake each other.
 *
 * <table>
 * <caption>The paper's names</caption>
 * <tr><td>REQUEST(i, k)</td><td>{@link Message.Request} k from node i</td></tr>
 * <tr><td>RN<sub>i</sub></td><td>{@link State#requested}</td></tr>
 * <tr><td>LN</td><td>{@link Token#served}</td></tr>
 * <tr><td>Q</td><td>{@link Token#queue}</td></tr>
 * <tr><td>the token is idle</td><td>the node that has it is not inside</td></tr>
 * </table>
 *
 * <p>Not in the paper: the order in which a leaving node appends those who wait (here: from the next higher number round,
 * since always from 1 would favour low numbers); a fence in the token; withdrawal, which cannot call a REQUEST back: the
 * token, when it comes, is passed on at once, unless the node has asked again and takes it for its new request.
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

    /** What nodes tell each other. */
    public sealed interface Message {

        /** I want the token, for the request of mine with this number. */
        record Request(long number) implements Message {}

        /**
         * The token; there is only one.
         *
         * @param served the number of the request of each node that was served last
         * @param queue the nodes that are to get the token, one after the other
         * @param fence the greatest fence that was given
         */
        record Token(Counters served, NodeQueue queue, long fence) implements Message {

            Token serve(int i, long number) {
                return new Token(served.with(i, number), queue, fence);
            }

            Token queueing(NodeQueue changed) {
                return new Token(served, changed, fence);
            }

            Token fenced(long next) {
                return new Token(served, queue, next);
            }
        }
    }

    /**
     * What a node knows.
     *
     * @param phase where the node's request is
     * @param requestId the request that is under way
     * @param requested the greatest number received in a REQUEST from each node, and the own one sent last
     * @param token the token, if it is here
     */
    public record State(
            Phase phase,
            long requestId,
            Counters requested,
            @Nullable Token token) {

        State await(long id) {
            return new State(WAITING, id, requested, token);
        }

        State seen(int j, long number) {
            return new State(phase, requestId, requested.atLeast(j, number), token);
        }

        State enter(Token fenced) {
            return new State(INSIDE, requestId, requested, fenced);
        }

        State withdraw() {
            return new State(WITHDRAWN, requestId, requested, token);
        }

        State leave() {
            return new State(IDLE, requestId, requested, token);
        }

        State keep(Token idle) {
            return new State(phase, requestId, requested, idle);
        }

        State give() {
            return new State(phase, requestId, requested, null);
        }

        /** The token, where it must be here. */
        Token held() {
            if (token == null) {
                throw new AssertionError("who is inside has the token");
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
        State s = new State(IDLE, 0, Counters.zero(nodes), null);
        if (start.tokenAt() != me) {
            return s;
        }
        Token token = new Token(Counters.zero(nodes), NodeQueue.empty(), start.fence());
        if (start.inside().isEmpty()) {
            return s.keep(token);
        }
        return s.await(start.inside().get(0).request().id()).enter(token);
    }

    // To request critical section

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        if (s.phase() == WITHDRAWN) {
            return s.await(request.id()); // what was sent for the request before serves this one
        }
        Expect.that(s.phase() == IDLE, "a node makes one request at a time");
        s = s.await(request.id());
        Token token = s.token();
        if (token != null) { // If i has token already, enter critical section
            return enter(s, token, out);
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
        Token token = s.token();
        if (token != null && idle(s) && waits(s, token, i)) { // If j has the token and the token is idle,
            out.send(i, token); // then send it to i if RNj[i] = LN[i] + 1
            return s.give();
        }
        return s;
    }

    /** The token, which is here, is idle. To have it is not enough to give it away: the node may be inside. */
    protected boolean idle(State s) {
        return s.phase() != INSIDE;
    }

    /** RNi[j] = LN[j] + 1: node j has a request that was not served yet. A REQUEST that was is old. */
    protected boolean waits(State s, Token token, int j) {
        return s.requested().of(j) == token.served().of(j) + 1;
    }

    // To enter critical section

    private State receiveToken(State s, Token token, Effects<Message> out) {
        Expect.that(s.token() == null, "there is only one token");
        Expect.that(s.phase() == WAITING || s.phase() == WITHDRAWN, "the token comes only to who has asked for it");
        if (s.phase() == WITHDRAWN) {
            return release(s, token, out);
        }
        return enter(s, token, out); // Enter CS if token is present
    }

    private State enter(State s, Token token, Effects<Message> out) {
        token = token.fenced(token.fence() + 1);
        out.enter(s.requestId(), token.fence());
        return s.enter(token);
    }

    // To release critical section

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        Expect.that(s.phase() == INSIDE && s.requestId() == requestId, "only who is inside can leave");
        Token token = s.held();
        return release(s, token.fenced(Math.max(token.fence(), lastFence)), out);
    }

    private State release(State s, Token token, Effects<Message> out) {
        s = s.leave();
        token = token.serve(me, s.requested().of(me)); // Set LN[i] = RNi[i]
        token = queueWaiters(s, token);
        if (token.queue().isEmpty()) {
            return s.keep(token);
        }
        int first = token.queue().head(); // If Q is non empty after the above, delete first node from Q
        out.send(first, token.queueing(token.queue().tail())); // and send the token to that node
        return s.give();
    }

    private Token queueWaiters(State s, Token token) {
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
        Expect.that(s.phase() == WAITING && s.requestId() == requestId, "only a request that waits can be cancelled");
        out.withdrawn(requestId);
        return s.withdraw();
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        if (message instanceof Message.Request request) {
            return receiveRequest(s, from, request.number(), out);
        }
        return receiveToken(s, (Token) message, out);
    }

    @Override
    public Wanted wanted(State s) {
        Token token = s.token();
        return token != null && !queueWaiters(s, token).queue().isEmpty() ? Wanted.YES : Wanted.NO;
    }
}
