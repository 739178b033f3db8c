package org.peerlock.algorithm.permission;

import static org.peerlock.algorithm.Phase.IDLE;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.RicartAgrawala.Message;

/**
 * Ricart and Agrawala 1981, section 6.5, (2): deliberate priority.
 *
 * <p>{@link RicartAgrawala}, but high-priority nodes use small increments and low-priority nodes
 * large ones. In addition a high-priority node holds back REQUESTs of low-priority nodes, so that
 * its own numbers stay below theirs, and may enter a few times more before it processes them. To
 * the others that looks like a slow network, so safety is not affected.
 *
 * <p>Not in the paper, which leaves open how long:
 *
 * <ul>
 *   <li>Only a REQUEST that would be deferred is held back: its sender has the greater ticket and
 *       replies to us, so the two do not wait for each other. Any other is answered at once; its
 *       number is too small to raise the highest one.
 *   <li>A REQUEST is held back for the entry under way and at most {@code hold} more. An idle node
 *       cannot know whether it will make another request. So a node that leaves while it holds
 *       REQUESTs back waits for a round trip, and then processes them.
 *   <li>Once its next number would no longer be below all of theirs, or its request is cancelled,
 *       it processes them at once.
 * </ul>
 */
public class RicartAgrawalaPriority implements Algorithm<RicartAgrawalaPriority.State, Message> {

    public static final Profile PROFILE = new Profile(
            "ra-priority",
            Family.PERMISSION_OF_ALL,
            "Ricart and Agrawala 1981, 6.5 (2)",
            Assumptions.anyOrder(),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("2(N-1)", "T to 3T", "by (number, node), small for high priority", "in REPLY"));

    /** Runs while an idle node holds REQUESTs back. */
    static final TimerId HOLD = new TimerId("hold");

    /**
     * What a node knows.
     *
     * @param base the state of the original algorithm
     * @param held the REQUESTs that are held back, in the order of their arrival
     * @param turns how many requests the node has made since the first of them arrived
     */
    public record State(RicartAgrawala.State base, List<Ticket> held, int turns) {

        public State {
            held = List.copyOf(held);
        }

        State with(RicartAgrawala.State changed) {
            return new State(changed, held, turns);
        }

        State hold(Ticket request) {
            List<Ticket> longer = new ArrayList<>(held);
            longer.add(request);
            return new State(base, longer, turns);
        }

        State turn() {
            return new State(base, held, turns + 1);
        }
    }

    private final int me;
    private final NodeSet high;
    private final int increment;
    private final int hold;
    private final RicartAgrawala algorithm;

    /**
     * Creates a node of either priority.
     *
     * @param high the high-priority nodes
     * @param increment the increment of the low-priority nodes; the others use 1
     * @param hold for how many further entries, at most, a REQUEST is held back
     */
    public RicartAgrawalaPriority(int me, int nodes, NodeSet high, int increment, int hold) {
        this.me = me;
        this.high = high;
        this.increment = high.contains(me) ? 1 : increment;
        this.hold = hold;
        this.algorithm = new RicartAgrawalaIncrement(me, nodes);
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public State initial(Start start, Effects<Message> out) {
        return new State(algorithm.initial(start, out), List.of(), 0);
    }

    @Override
    public State onRequest(State s, Request request, Effects<Message> out) {
        request = new Request(request.id(), request.mode(), request.permits(), increment);
        if (!s.held().isEmpty()) {
            out.cancelTimer(HOLD);
            Ticket ours = new Ticket(algorithm.next(s.base().numbers().highest(), request), me);
            boolean first = s.held().stream().allMatch(ours::precedes);
            s = first ? s.turn() : lookAtHeld(s, out); // until forced to increment their sequence numbers past
        }
        return s.with(algorithm.onRequest(s.base(), request, out));
    }

    @Override
    public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
        s = s.with(algorithm.onRelease(s.base(), requestId, lastFence, out));
        if (!s.held().isEmpty() && s.turns() < hold) { // may be allowed to monopolize
            out.setTimer(HOLD, Timeout.roundTrip());
            return s;
        }
        return lookAtHeld(s, out);
    }

    @Override
    public State onTimer(State s, TimerId timer, Effects<Message> out) {
        return lookAtHeld(s, out);
    }

    @Override
    public State onCancel(State s, long requestId, Effects<Message> out) {
        return lookAtHeld(s.with(algorithm.onCancel(s.base(), requestId, out)), out);
    }

    /** Processes the held REQUESTs as if they arrived now. */
    private State lookAtHeld(State s, Effects<Message> out) {
        RicartAgrawala.State base = s.base();
        for (Ticket request : s.held()) {
            base = algorithm.onMessage(base, request.node(), new Message.Request(request.number()), out);
        }
        return new State(base, List.of(), 0);
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        if (message instanceof Message.Request request && holdsBack(s, request, from)) {
            return s.hold(new Ticket(request.number(), from));
        }
        return s.with(algorithm.onMessage(s.base(), from, message, out));
    }

    /** The process may choose to delay acting on those received from low priority nodes. */
    protected boolean holdsBack(State s, Message.Request request, int j) {
        boolean fromLowToHigh = high.contains(me) && !high.contains(j);
        boolean timerRuns = s.base().own().phase() == IDLE && !s.held().isEmpty();
        return fromLowToHigh && (timerRuns || algorithm.defers(s.base(), request, j));
    }

    /**
     * A node whose REQUEST is held back waits, too. Otherwise a node that keeps the lock until
     * another wants it would keep it for ever.
     */
    @Override
    public Contention contention(State s) {
        return s.held().isEmpty() ? algorithm.contention(s.base()) : Contention.YES;
    }
}
