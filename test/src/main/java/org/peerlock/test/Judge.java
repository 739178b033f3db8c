package org.peerlock.test;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.brain.Loss;
import org.peerlock.brain.Report;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.View;
import org.peerlock.test.Violation.Invariant;

/** Knows all nodes at once, and watches over what a cluster keeps. The first violation counts. */
final class Judge {

    /** Somebody's hold, from its grant until it is released or, if that never happens, for ever. */
    static final class Hold {
        final SimulatedNode node;
        final String lock;
        final long fence;
        private final long generation;
        private boolean wasInvalid;
        private @Nullable Loss loss;
        private long lostAt;

        Hold(SimulatedNode node, String lock, long fence, long generation) {
            this.node = node;
            this.lock = lock;
            this.fence = fence;
            this.generation = generation;
        }

        boolean is(SimulatedNode someone, String name, long with) {
            return node == someone && lock.equals(name) && fence == with;
        }

        boolean valid() {
            return node.valid(generation);
        }

        /** Why its holder was told that it is lost; null if nobody told. */
        @Nullable Loss loss() {
            return loss;
        }

        /** When that was. */
        long lostAt() {
            return lostAt;
        }

        @Override
        public String toString() {
            return "node " + node.number + " with fence " + (fence >>> 32) + ":" + (fence & 0xFFFF_FFFFL);
        }
    }

    /** Who has reported, and for which view. */
    private record Reported(Incarnation by, long epoch) {}

    private final SimulatedCluster cluster;
    private final List<Hold> holds = new ArrayList<>();
    private final Map<String, Long> lastFence = new HashMap<>();
    /** The greatest fence with which each lock's resource was written. */
    private final Map<String, Long> resource = new HashMap<>();

    private final Map<Long, SortedMap<String, Incarnation>> holders = new HashMap<>();
    private final Set<Reported> reports = new HashSet<>();
    private @Nullable Violation violation;
    /** The first of each that need not be kept. */
    private final Map<Invariant, Violation> excused = new EnumMap<>(Invariant.class);

    private final Set<Invariant> dispensable = EnumSet.noneOf(Invariant.class);
    private long grants;

    Judge(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    Optional<Violation> violation() {
        return Optional.ofNullable(violation);
    }

    /** These need not be kept: faults are coming that the cluster is not made to bear. */
    void dispense(Set<Invariant> invariants) {
        dispensable.addAll(invariants);
    }

    /** The first violation of an invariant that need not be kept. */
    Optional<Violation> excused(Invariant invariant) {
        return Optional.ofNullable(excused.get(invariant));
    }

    /** Which locks were held when a view began, as the first member said in which it did. */
    Optional<SortedMap<String, Incarnation>> holders(long epoch) {
        return Optional.ofNullable(holders.get(epoch));
    }

    /** How many grants there were. */
    long grants() {
        return grants;
    }

    void accuse(Invariant invariant, String sentence) {
        Violation found = new Violation(invariant, cluster.simulator().now(), sentence);
        if (dispensable.contains(invariant)) {
            excused.putIfAbsent(invariant, found);
        } else if (violation == null) {
            violation = found;
        }
    }

    Hold granted(SimulatedNode node, String lock, long fence, long generation) {
        Hold hold = new Hold(node, lock, fence, generation);
        long last = lastFence.getOrDefault(lock, 0L);
        for (Hold other : holds) {
            if (other.lock.equals(lock) && other.valid() && hold.valid()) {
                accuse(Invariant.ONE_HOLDER, lock + ": " + hold + " beside " + other);
            }
        }
        if (fence <= last) {
            accuse(
                    Invariant.FENCES_GROW,
                    lock + ": " + hold + " after fence " + (last >>> 32) + ":" + (last & 0xFFFF_FFFFL));
        }
        lastFence.put(lock, Math.max(last, fence));
        holds.add(hold);
        grants++;
        return hold;
    }

    void released(Hold hold) {
        holds.remove(hold);
    }

    /** The holder writes to what the lock protects; it may have lost the lock without knowing it. False: it was refused. */
    boolean writes(Hold hold) {
        long greatest = resource.getOrDefault(hold.lock, 0L);
        boolean accepted = hold.fence >= greatest;
        if (accepted) {
            resource.put(hold.lock, hold.fence);
        } else if (hold.valid()) {
            accuse(Invariant.RESOURCE_SERVES, hold.lock + ": a write of " + hold + " was refused");
        }
        return accepted;
    }

    void lost(SimulatedNode node, String lock, long fence, Loss reason) {
        for (Hold hold : holds) {
            if (hold.is(node, lock, fence)) {
                hold.wasInvalid = true;
                hold.loss = reason;
                hold.lostAt = cluster.simulator().now();
            }
        }
    }

    /** A node reports what it holds, and perhaps says so again: it must have held it when it did so first. */
    void reported(SimulatedNode node, long epoch, Report report) {
        if (reports.add(new Reported(node.brain().incarnation(), epoch))) {
            report.holds().forEach((lock, fence) -> {
                if (holds.stream().noneMatch(hold -> hold.is(node, lock, fence))) {
                    accuse(Invariant.HOLDS_CARRIED, lock + ": node " + node.number + " reports a hold that nobody has");
                }
            });
        }
    }

    void opened(SimulatedNode node, View view, SortedMap<String, Incarnation> told) {
        SortedMap<String, Incarnation> before = holders.putIfAbsent(view.epoch(), told);
        if (before != null && !before.equals(told)) {
            accuse(
                    Invariant.HOLDS_CARRIED,
                    "in view " + view.epoch() + " node " + node.number + " takes " + told + " for holders, another one "
                            + before);
        }
        for (Hold hold : holds) {
            if (hold.node == node && hold.valid() && !node.brain().incarnation().equals(told.get(hold.lock))) {
                accuse(Invariant.HOLDS_CARRIED, hold.lock + ": view " + view.epoch() + " does not know of " + hold);
            }
        }
        look(node);
    }

    /** Looks whether something has come back that was lost. */
    void look(SimulatedNode node) {
        for (Hold hold : holds) {
            if (hold.node != node) {
                continue;
            }
            boolean valid = hold.valid();
            if (valid && hold.wasInvalid) {
                accuse(Invariant.LOST_IS_LOST, hold.lock + ": " + hold + " was lost and is valid again");
            }
            hold.wasInvalid |= !valid;
        }
    }

    /** Looks whether who has lost was told so, after the node's brain has had its say. */
    void lookForUntold(SimulatedNode node) {
        for (Hold hold : holds) {
            if (hold.node == node && !node.gone() && !hold.valid() && hold.loss == null) {
                accuse(Invariant.LOSS_TOLD, hold.lock + ": nobody has told " + hold + " that it has lost");
            }
        }
    }
}
