package org.peerlock.test;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Request;
import org.peerlock.brain.Demand;
import org.peerlock.brain.Held;
import org.peerlock.brain.Holders;
import org.peerlock.brain.Loss;
import org.peerlock.brain.Report;
import org.peerlock.brain.Share;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.View;
import org.peerlock.test.Violation.Invariant;

/** Knows all nodes at once, and watches over what a cluster keeps. The first violation counts. */
final class Judge {

    /** Somebody's hold, from its grant until it is released or, if that never happens, for ever. */
    static final class Hold {
        final SimulatedNode node;
        final String lock;
        final org.peerlock.brain.Hold grant;
        private final Capacity capacity;
        private final int permits;
        private Mode mode;
        private boolean wasInvalid;
        private @Nullable Loss loss;
        private long lostAt;

        Hold(SimulatedNode node, Demand demand, org.peerlock.brain.Hold grant) {
            this.node = node;
            lock = demand.lock();
            capacity = demand.capacity();
            mode = demand.mode();
            permits = demand.permits();
            this.grant = grant;
        }

        long fence() {
            return grant.fence();
        }

        Mode mode() {
            return mode;
        }

        /** What it takes of all that there is of the lock. */
        long weight() {
            return capacity.weight(new Request(1, mode, permits, 1));
        }

        Share share() {
            return new Share(mode, permits, fence());
        }

        boolean valid() {
            return node.valid(grant.generation());
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
            return "node " + node.number + " with " + text(fence());
        }
    }

    /** Who has reported, and for which view. */
    private record Reported(Incarnation by, long epoch) {}

    private final SimulatedCluster cluster;
    private final List<Hold> holds = new ArrayList<>();
    /** The greatest fence that was given for each lock. */
    private final Map<String, Long> greatest = new HashMap<>();
    /** The greatest one that was given to an exclusive holder. */
    private final Map<String, Long> greatestExclusive = new HashMap<>();
    /** The greatest fence with which each lock's resource was written. */
    private final Map<String, Long> resource = new HashMap<>();

    private final Map<Long, Holders> holders = new HashMap<>();
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
    Optional<Holders> holders(long epoch) {
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

    private static String text(long fence) {
        return "fence " + (fence >>> 32) + ":" + (fence & 0xFFFF_FFFFL);
    }

    // Grants

    Hold granted(SimulatedNode node, Demand demand, org.peerlock.brain.Hold grant) {
        Hold hold = new Hold(node, demand, grant);
        holds.add(hold);
        grants++;
        lookWhoIsInside(hold);
        lookAtFence(hold);
        return hold;
    }

    private void lookWhoIsInside(Hold hold) {
        List<Hold> inside = holds.stream()
                .filter(other -> other.lock.equals(hold.lock) && other.valid())
                .toList();
        long weight = inside.stream().mapToLong(Hold::weight).sum();
        if (hold.valid() && weight > hold.capacity.permits()) {
            accuse(Invariant.EXCLUSION, hold.lock + ": " + hold + " is one too many: " + inside);
        }
    }

    private void lookAtFence(Hold hold) {
        String lock = hold.lock;
        long last = greatest.getOrDefault(lock, 0L);
        long lastExclusive = greatestExclusive.getOrDefault(lock, 0L);
        boolean grows = switch (hold.capacity.kind()) {
            case MUTEX -> hold.fence() > last;
            case READ_WRITE -> hold.mode == Mode.EXCLUSIVE ? hold.fence() > last : hold.fence() >= lastExclusive;
            case SEMAPHORE -> hold.fence() >= last && (hold.fence() & 0xFFFF_FFFFL) == 0;
        };
        if (!grows) {
            accuse(Invariant.FENCES_GROW, lock + ": " + hold + " after " + text(last));
        }
        greatest.merge(lock, hold.fence(), Math::max);
        if (hold.mode == Mode.EXCLUSIVE) {
            greatestExclusive.merge(lock, hold.fence(), Math::max);
        }
    }

    /** A writer reads from now on. */
    void downgraded(Hold hold) {
        hold.mode = Mode.SHARED;
    }

    void released(Hold hold) {
        holds.remove(hold);
    }

    /**
     * The holder uses what the lock protects; it may have lost the lock without knowing it. Only who is alone leaves its fence
     * there: readers, and users of permits, come in no order.
     *
     * @return false: it was refused
     */
    boolean writes(Hold hold) {
        long seen = resource.getOrDefault(hold.lock, 0L);
        boolean accepted = hold.fence() >= seen;
        if (accepted && hold.mode == Mode.EXCLUSIVE) {
            resource.put(hold.lock, hold.fence());
        } else if (!accepted && hold.valid()) {
            accuse(Invariant.RESOURCE_SERVES, hold.lock + ": a write of " + hold + " was refused");
        }
        return accepted;
    }

    void lost(SimulatedNode node, String lock, long fence, Loss reason) {
        for (Hold hold : holds) {
            if (hold.node == node && hold.lock.equals(lock) && hold.fence() == fence) {
                hold.wasInvalid = true;
                hold.loss = reason;
                hold.lostAt = cluster.simulator().now();
            }
        }
    }

    // Changes of views

    /** A node reports what it holds, and perhaps says so again: it must have held it, and nothing else, when it did so first. */
    void reported(SimulatedNode node, long epoch, Report report) {
        if (!reports.add(new Reported(node.brain().incarnation(), epoch))) {
            return;
        }
        SortedMap<String, List<Hold>> valid = validHolds(node);
        Set<String> locks = new TreeSet<>(valid.keySet());
        locks.addAll(report.holds().keySet());
        for (String lock : locks) {
            List<Share> told = sorted(shares(report.holds().get(lock)));
            List<Share> held = sorted(shares(valid.getOrDefault(lock, List.of())));
            if (!told.equals(held)) {
                accuse(
                        Invariant.HOLDS_CARRIED,
                        lock + ": node " + node.number + " reports " + told + ", but has " + held);
            }
        }
    }

    private SortedMap<String, List<Hold>> validHolds(SimulatedNode node) {
        return holds.stream()
                .filter(hold -> hold.node == node && hold.valid())
                .collect(Collectors.groupingBy(hold -> hold.lock, TreeMap::new, Collectors.toList()));
    }

    private static List<Share> shares(@Nullable Held held) {
        return held == null ? List.of() : held.shares();
    }

    /** What a node that has these of a lock says of them: all its readers are one, or have one who writes among them. */
    private static List<Share> shares(List<Hold> same) {
        if (same.isEmpty() || same.get(0).capacity.kind() != Capacity.Kind.READ_WRITE) {
            return same.stream().map(Hold::share).toList();
        }
        boolean writes = same.stream().anyMatch(hold -> hold.mode == Mode.EXCLUSIVE);
        long fence = same.stream().mapToLong(Hold::fence).max().orElseThrow();
        return List.of(new Share(writes ? Mode.EXCLUSIVE : Mode.SHARED, 1, fence));
    }

    private static List<Share> sorted(List<Share> shares) {
        return shares.stream()
                .sorted(Comparator.comparingLong(Share::fence).thenComparingInt(Share::permits))
                .toList();
    }

    void opened(SimulatedNode node, View view, Holders told) {
        Holders before = holders.putIfAbsent(view.epoch(), told);
        if (before != null && !before.equals(told)) {
            accuse(
                    Invariant.HOLDS_CARRIED,
                    "in view " + view.epoch() + " node " + node.number + " takes " + told + " for holders, another one "
                            + before);
        }
        validHolds(node).forEach((lock, held) -> {
            if (!covers(shares(told.of(lock, node.brain().incarnation())), held)) {
                accuse(Invariant.HOLDS_CARRIED, lock + ": view " + view.epoch() + " does not know of all of " + held);
            }
        });
        look(node);
    }

    /** Whether what was reported is enough for what is held: since then something may have been released, or read only. */
    private static boolean covers(List<Share> told, List<Hold> held) {
        if (held.get(0).capacity.kind() == Capacity.Kind.READ_WRITE) {
            Mode needed = shares(held).get(0).mode();
            return told.stream().anyMatch(share -> share.mode() == Mode.EXCLUSIVE || needed == Mode.SHARED);
        }
        List<Share> left = new ArrayList<>(told);
        return held.stream().allMatch(hold -> left.remove(hold.share()));
    }

    // Losses

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
