package org.peerlock.algorithm.token;

import static org.peerlock.algorithm.Phase.IDLE;
import static org.peerlock.algorithm.Phase.INSIDE;
import static org.peerlock.algorithm.Phase.WAITING;

import java.util.EnumSet;
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
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.Wait;
import org.peerlock.algorithm.Wanted;

/**
 * The token that circulates freely: G. Le Lann, "Distributed Systems: Towards a Formal Approach", IFIP Congress 1977; in the
 * words of H. Rajan, "Last Entered Algorithm for Mutual Exclusion in a Distributed System", who calls it the most obvious
 * solution.
 *
 * <p>A token goes round a ring, from each node to the one with the next higher number, for ever. Whoever has it may enter.
 * Nobody asks for it. Messages may overtake each other: there is only one.
 *
 * <p>Not in the paper: a node that does not want to enter keeps the token for a while, so that an idle ring does not keep
 * the network busy; a fence in the token; withdrawal, which nobody else needs to hear of. A node alone keeps the token.
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

    /** What nodes tell each other. */
    public sealed interface Message {

        /** The token; there is only one. */
        record Token(long fence) implements Message {}
    }

    /**
     * What a node knows.
     *
     * @param phase where the node's request is
     * @param requestId the request that is under way
     * @param token whether the token is here
     * @param fence the greatest fence that was given, as far as it was heard of: where the token is, the greatest of all
     */
    public record State(Phase phase, long requestId, boolean token, long fence) {

        State await(long id) {
            return new State(WAITING, id, token, fence);
        }

        State receive(long known) {
            return new State(phase, requestId, true, known);
        }

        State enter(long next) {
            return new State(INSIDE, requestId, token, next);
        }

        State leave(long known) {
            return new State(IDLE, requestId, token, Math.max(fence, known));
        }

        State give() {
            return new State(phase, requestId, false, fence);
        }
    }

    private final int me;
    private final int nodes;

    public TokenRing(int me, int nodes) {
        this.me = me;
        this.nodes = nodes;
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        State s = new State(IDLE, 0, start.tokenAt() == me, start.fence());
        if (!s.token()) {
            return s;
        }
        if (start.inside().isEmpty()) {
            return hold(s, out);
        }
        return s.await(start.inside().get(0).request().id()).enter(start.fence());
    }

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        Expect.that(s.phase() == IDLE, "a node makes one request at a time");
        s = s.await(request.id());
        if (!s.token()) {
            return s; // the process wishing to enter the critical region has to wait for the token to arrive
        }
        out.cancelTimer(HOLD);
        return enter(s, out);
    }

    private State receiveToken(State s, long fence, Effects<Message> out) {
        Expect.that(!s.token(), "there is only one token");
        s = s.receive(fence);
        return s.phase() == WAITING ? enter(s, out) : hold(s, out);
    }

    private State enter(State s, Effects<Message> out) {
        s = s.enter(s.fence() + 1);
        out.enter(s.requestId(), s.fence());
        return s;
    }

    private State hold(State s, Effects<Message> out) {
        if (nodes > 1) {
            out.setTimer(HOLD, new Wait(1, 0));
        }
        return s;
    }

    /** The token passes through a node even if it does not wish to enter the critical region. */
    @Override
    public State onTimer(State s, TimerId timer, Effects<Message> out) {
        Expect.that(s.token() && s.phase() == IDLE, "only an idle token is held for a while");
        return passOn(s, out);
    }

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        Expect.that(s.phase() == INSIDE && s.requestId() == requestId, "only who is inside can leave");
        return passOn(s.leave(lastFence), out);
    }

    private State passOn(State s, Effects<Message> out) {
        if (nodes == 1) {
            return s;
        }
        out.send(me % nodes + 1, new Message.Token(s.fence())); // the token circulates around the ring
        return s.give();
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        Expect.that(s.phase() == WAITING && s.requestId() == requestId, "only a request that waits can be cancelled");
        out.withdrawn(requestId);
        return s.leave(s.fence());
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        return receiveToken(s, ((Message.Token) message).fence(), out);
    }

    @Override
    public Wanted wanted(State s) {
        return Wanted.UNKNOWN; // nobody asks
    }
}
