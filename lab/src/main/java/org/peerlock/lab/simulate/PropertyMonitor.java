package org.peerlock.lab.simulate;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.lab.world.Violation;

/**
 * Checks the properties of a run: which requests are inside together, which fences are given, and
 * which requests wait too long.
 */
final class PropertyMonitor {

    /**
     * The bound for starvation: a request that waits while others enter in this many rounds,
     * multiplied by the number of nodes, counts as starved. An algorithm that serves all requests
     * in some order knows a request after a few rounds, at most as many as there are nodes, and
     * then lets no node enter much more than once before it.
     */
    static final int ROUNDS_PER_NODE = 20;

    private final Capacity capacity;
    private final int nodes;
    private final Simulator<?> simulator;
    private final Set<Property> demanded;
    private long weightInside;
    private long lastFence;
    private long busyRounds;
    private long lastBusyRound = -1;
    private @Nullable Violation violation;

    PropertyMonitor(Capacity capacity, int nodes, Simulator<?> simulator, Set<Property> demanded) {
        this.capacity = capacity;
        this.nodes = nodes;
        this.simulator = simulator;
        this.demanded = demanded;
    }

    /**
     * The properties that every run must have. Starvation is not among them: an algorithm that is
     * measured need not be fair.
     */
    static Set<Property> usual() {
        return Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(Property.NO_STARVATION)));
    }

    @Nullable Violation violation() {
        return violation;
    }

    /** The number of rounds in which a request entered. */
    long busyRounds() {
        return busyRounds;
    }

    void entered(int node, Request request, long fence) {
        weightInside += capacity.weight(request);
        if (weightInside > capacity.permits()) {
            reportViolation(Property.EXCLUSION, "node " + node + " enters while others are inside");
        }
        if (!capacity.mayFollow(request, fence, lastFence)) {
            reportViolation(Property.FENCE, "node " + node + " enters with fence " + fence + " after " + lastFence);
        }
        lastFence = request.mode() == Mode.EXCLUSIVE ? Math.max(lastFence, fence) : lastFence;
        if (simulator.rounds() != lastBusyRound) {
            lastBusyRound = simulator.rounds();
            busyRounds++;
        }
    }

    /** A request has left. */
    void left(Request request) {
        weightInside -= capacity.weight(request);
    }

    /** A request has waited since there were this many {@link #busyRounds()}. */
    void waited(int node, long since) {
        if (busyRounds - since > (long) ROUNDS_PER_NODE * nodes) {
            reportViolation(
                    Property.NO_STARVATION,
                    "node " + node + " has waited while others entered in " + (busyRounds - since) + " rounds");
        }
    }

    void reportViolation(Property property, String sentence) {
        if (demanded.contains(property)) {
            condemn(property, sentence);
        }
    }

    /**
     * A step got an input that it considers impossible: the run cannot continue, whatever is
     * demanded.
     */
    void impossible(AssertionError error) {
        condemn(Property.EXPECTATION, String.valueOf(error.getMessage()));
    }

    private void condemn(Property property, String sentence) {
        if (violation == null) {
            violation = new Violation(property, "at " + (double) simulator.now() / Distribution.UNIT + ": " + sentence);
        }
    }
}
