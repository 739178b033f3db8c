package org.peerlock.algorithm.token;

import static org.peerlock.algorithm.Phase.IDLE;
import static org.peerlock.algorithm.Phase.WAITING;

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
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;

/**
 * The token that circulates freely: G. Le Lann, "Distributed Systems: Towards a Formal Approach",
 * IFIP Congress 1977; in the words of H. Rajan, "Last Entered Algorithm for Mutual Exclusion in a
 * Distributed System", who calls it the most obvious solution.
 *
 * <p>A token travels around a ring, from each node to the one with the next higher number, for
 * ever. The node that has it may enter. No node asks for it. Messages may overtake each other:
 * there is only one.
 *
 * <p>Not in the paper: a node that does not want to enter keeps the token for a while, so that an
 * idle ring does not keep the network busy, unless {@code pause} is 0; a fence in the token;
 * withdrawal, which no other node needs to know. A node alone keeps the token.
 */
public class TokenRing implements Algorithm<TokenRing.State, TokenRing.Message> {

    public static final Profile PROFILE = new Profile(
            "token-ring",
            Family.TOKEN,
            "Le Lann 1977",
            Assumptions.anyOrder(),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("1 to any number", "T to (N-1)T and holds", "round the ring", "in the token"));

    /** How long a node keeps a token that it does not need. */
    static final TimerId HOLD = new TimerId("hold");

    /** The messages between nodes. */
    public sealed interface Message {

        /** The token; there is only one. */
        record Token(long fence) implements Message {}
    }

    /**
     * What a node knows.
     *
     * @param own the node's request
     * @param token whether the token is here: then the greatest fence known is the greatest of all
     */
    public record State(OwnRequest own, boolean token) {

        State receive(long fence) {
            return new State(own.knowing(fence), true);
        }

        State give() {
            return new State(own, false);
        }

        State with(OwnRequest next) {
            return new State(next, token);
        }
    }

    private final int me;
    private final int nodes;
    private final int pause;

    /** Creates a node that keeps an idle token for one message delay. */
    public TokenRing(int me, int nodes) {
        this(me, nodes, 1);
    }

    /**
     * Creates a node.
     *
     * @param pause for how many message delays an idle node keeps the token; 0 as in the paper
     */
    public TokenRing(int me, int nodes, int pause) {
        this.me = me;
        this.nodes = nodes;
        this.pause = pause;
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        State s = new State(OwnRequest.at(start, me), start.tokenAt() == me);
        return s.token() && s.own().phase() == IDLE ? hold(s, out) : s;
    }

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        s = s.with(s.own().ask(request));
        if (!s.token()) {
            return s; // the process wishing to enter the critical region has to wait for the token to arrive
        }
        out.cancelTimer(HOLD);
        return s.with(s.own().enter(out));
    }

    private State receiveToken(State s, long fence, Effects<Message> out) {
        Expect.that(!s.token(), "there is only one token");
        s = s.receive(fence);
        return s.own().phase() == WAITING ? s.with(s.own().enter(out)) : hold(s, out);
    }

    private State hold(State s, Effects<Message> out) {
        if (pause == 0) {
            return passOn(s, out);
        }
        if (nodes > 1) {
            out.setTimer(HOLD, new Timeout(pause, 0));
        }
        return s;
    }

    /** The token passes through a node even if it does not wish to enter the critical region. */
    @Override
    public State onTimer(State s, TimerId timer, Effects<Message> out) {
        Expect.that(s.token() && s.own().phase() == IDLE, "only an idle token is held for a while");
        return passOn(s, out);
    }

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        return passOn(s.with(s.own().leave(requestId, lastFence)), out);
    }

    private State passOn(State s, Effects<Message> out) {
        if (nodes == 1) {
            return s;
        }
        out.send(me % nodes + 1, new Message.Token(s.own().fence())); // the token circulates around the ring
        return s.give();
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        return s.with(s.own().cancel(requestId).end(out));
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        return receiveToken(s, ((Message.Token) message).fence(), out);
    }

    @Override
    public Contention contention(State s) {
        return Contention.UNKNOWN; // no node asks
    }
}
