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

/** Watches a run: who is inside together, which fences are given, and who waits for too long. */
final class PropertyMonitor {

    /**
     * Who waits while others enter in so many rounds, for each node in the group, is taken to be starved. An algorithm that
     * serves everybody in some order has heard of a request after a round or a few, at most as many as there are nodes, and
     * then lets nobody enter much more than once before it.
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

    /** What every run is judged by. Starvation is not: while a run is measured, nobody is told to be fair. */
    static Set<Property> usual() {
        return Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(Property.NO_STARVATION)));
    }

    @Nullable Violation violation() {
        return violation;
    }

    /** In how many rounds somebody entered. */
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

    /** Whoever was inside is so no longer. */
    void left(Request request) {
        weightInside -= capacity.weight(request);
    }

    /** Somebody has waited, since there were so many {@link #busyRounds()}. */
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

    /** A step met what it takes for impossible: the run cannot go on, whatever is demanded. */
    void impossible(AssertionError error) {
        condemn(Property.EXPECTATION, String.valueOf(error.getMessage()));
    }

    private void condemn(Property property, String sentence) {
        if (violation == null) {
            violation = new Violation(property, "at " + (double) simulator.now() / Distribution.UNIT + ": " + sentence);
        }
    }
}
