package org.peerlock.testkit;

import java.util.ArrayList;
import java.util.Collections;
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
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.protocol.HeldLock;
import org.peerlock.internal.protocol.HeldShare;
import org.peerlock.internal.protocol.HolderMap;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.testkit.InvariantViolation.Invariant;

/** Sees all nodes at once, and checks the invariants of a cluster. The first violation counts. */
final class InvariantMonitor {

    /** A hold of a client, from its grant to its release, or for ever if it is never released. */
    static final class TrackedHold {
        final SimulatedNode node;
        final String lock;
        final org.peerlock.internal.engine.locks.Hold grant;
        private final Capacity capacity;
        private final int permits;
        private Mode mode;
        private boolean wasInvalid;
        private @Nullable LossCause lossCause;
        private long lostAt;

        TrackedHold(SimulatedNode node, AcquireRequest acquireRequest, org.peerlock.internal.engine.locks.Hold grant) {
            this.node = node;
            lock = acquireRequest.lock();
            capacity = acquireRequest.capacity();
            mode = acquireRequest.mode();
            permits = acquireRequest.permits();
            this.grant = grant;
        }

        long fence() {
            return grant.fence();
        }

        Mode mode() {
            return mode;
        }

        /** How much of the capacity of the lock it uses. */
        long weight() {
            return capacity.weight(new Request(1, mode, permits, 1));
        }

        HeldShare share() {
            return new HeldShare(mode, permits, fence());
        }

        boolean valid() {
            return node.valid(grant.generation());
        }

        /** The reason for which its holder was told that it is lost; null if it was not told. */
        @Nullable LossCause loss() {
            return lossCause;
        }

        /** When the holder was told. */
        long lostAt() {
            return lostAt;
        }

        @Override
        public String toString() {
            return "node " + node.number + " with " + text(fence());
        }
    }

    /** A lock in a view. */
    private record Decided(long epoch, String lock, Capacity capacity) {}

    /** Who has reported, and for which view. */
    private record Reporter(Incarnation by, long epoch) {}

    /**
     * What a node held when it reported.
     *
     * @param saidParts the parts of its report that it has said so far
     * @param saidLocks the locks in these
     */
    private record Reported(SortedMap<String, List<HeldShare>> held, Set<Integer> saidParts, Set<String> saidLocks) {}

    private final SimulatedCluster cluster;
    private final List<TrackedHold> holds = new ArrayList<>();
    /** The greatest fence that was granted for each lock. */
    private final Map<String, Long> greatest = new HashMap<>();
    /** The greatest fence that was granted to an exclusive holder. */
    private final Map<String, Long> greatestExclusive = new HashMap<>();
    /** The greatest fence with which each lock's resource was written. */
    private final Map<String, Long> resource = new HashMap<>();

    private final Map<Long, HolderMap> holders = new HashMap<>();
    /** The algorithms of each view, according to the registry. */
    private final Map<Long, String> algorithms = new HashMap<>();
    /** The same, of those views in which a message was sent. */
    private final Map<Long, AlgorithmSelection> selections = new HashMap<>();

    private final Map<Decided, String> deciders = new HashMap<>();
    private final Map<Reporter, Reported> reports = new HashMap<>();
    private @Nullable InvariantViolation invariantViolation;
    /** The first violation of each invariant that need not hold. */
    private final Map<Invariant, InvariantViolation> excused = new EnumMap<>(Invariant.class);

    /** The nodes whose records others have removed. */
    private final Set<Incarnation> evicted = new HashSet<>();

    private boolean watchesLeases;

    private final Set<Invariant> dispensable = EnumSet.noneOf(Invariant.class);
    private long grants;

    InvariantMonitor(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    Optional<InvariantViolation> violation() {
        return Optional.ofNullable(invariantViolation);
    }

    /** These invariants need not hold: there will be faults that the cluster is not designed for. */
    void dispense(Set<Invariant> invariants) {
        dispensable.addAll(invariants);
    }

    /** The first violation of an invariant that need not hold. */
    Optional<InvariantViolation> excused(Invariant invariant) {
        return Optional.ofNullable(excused.get(invariant));
    }

    /** The locks that were held when a view began, according to the first member in which it began. */
    Optional<HolderMap> holders(long epoch) {
        return Optional.ofNullable(holders.get(epoch));
    }

    /** How many grants were made. */
    long grants() {
        return grants;
    }

    void reportViolation(Invariant invariant, String sentence) {
        InvariantViolation found =
                new InvariantViolation(invariant, cluster.simulator().now(), sentence);
        if (dispensable.contains(invariant)) {
            excused.putIfAbsent(invariant, found);
        } else if (invariantViolation == null) {
            invariantViolation = found;
        }
    }

    private static String text(long fence) {
        return "fence " + (fence >>> 32) + ":" + (fence & 0xFFFF_FFFFL);
    }

    // Grants

    TrackedHold granted(
            SimulatedNode node, AcquireRequest acquireRequest, org.peerlock.internal.engine.locks.Hold grant) {
        TrackedHold trackedHold = new TrackedHold(node, acquireRequest, grant);
        holds.add(trackedHold);
        grants++;
        lookWhoIsInside(trackedHold);
        lookAtFence(trackedHold);
        return trackedHold;
    }

    private void lookWhoIsInside(TrackedHold trackedHold) {
        List<TrackedHold> inside = holds.stream()
                .filter(other -> other.lock.equals(trackedHold.lock) && other.valid())
                .toList();
        long weight = inside.stream().mapToLong(TrackedHold::weight).sum();
        if (trackedHold.valid() && weight > trackedHold.capacity.permits()) {
            reportViolation(Invariant.EXCLUSION, trackedHold.lock + ": " + trackedHold + " is one too many: " + inside);
        }
    }

    private void lookAtFence(TrackedHold trackedHold) {
        String lock = trackedHold.lock;
        long last = greatest.getOrDefault(lock, 0L);
        long lastExclusive = greatestExclusive.getOrDefault(lock, 0L);
        boolean grows = switch (trackedHold.capacity.kind()) {
            case MUTEX -> trackedHold.fence() > last;
            case READ_WRITE ->
                trackedHold.mode == Mode.EXCLUSIVE ? trackedHold.fence() > last : trackedHold.fence() >= lastExclusive;
            case SEMAPHORE -> trackedHold.fence() >= last && (trackedHold.fence() & 0xFFFF_FFFFL) == 0;
        };
        if (!grows) {
            reportViolation(Invariant.FENCES_GROW, lock + ": " + trackedHold + " after " + text(last));
        }
        greatest.merge(lock, trackedHold.fence(), Math::max);
        if (trackedHold.mode == Mode.EXCLUSIVE) {
            greatestExclusive.merge(lock, trackedHold.fence(), Math::max);
        }
    }

    /** A writer is downgraded to a reader. */
    void downgraded(TrackedHold trackedHold) {
        trackedHold.mode = Mode.SHARED;
    }

    void released(TrackedHold trackedHold) {
        holds.remove(trackedHold);
    }

    /**
     * The holder uses the resource that the lock protects. It may have lost the lock without knowing it. Only an exclusive holder
     * leaves its fence there, because readers and holders of permits come in no order.
     *
     * @return false if the resource refused it
     */
    boolean writes(TrackedHold trackedHold) {
        long seen = resource.getOrDefault(trackedHold.lock, 0L);
        boolean accepted = trackedHold.fence() >= seen;
        if (accepted && trackedHold.mode == Mode.EXCLUSIVE) {
            resource.put(trackedHold.lock, trackedHold.fence());
        } else if (!accepted && trackedHold.valid()) {
            reportViolation(
                    Invariant.RESOURCE_SERVES, trackedHold.lock + ": a write of " + trackedHold + " was refused");
        }
        return accepted;
    }

    void lost(SimulatedNode node, String lock, long fence, LossCause reason) {
        for (TrackedHold trackedHold : holds) {
            if (trackedHold.node == node && trackedHold.lock.equals(lock) && trackedHold.fence() == fence) {
                trackedHold.wasInvalid = true;
                trackedHold.lossCause = reason;
                trackedHold.lostAt = cluster.simulator().now();
            }
        }
    }

    // Evictions

    /**
     * From now on a node that is evicted while it has a lease is a violation, whether anybody else gets its locks or not. A lease
     * that others know nothing of would rarely be noticed otherwise.
     */
    void watchLeases() {
        watchesLeases = true;
    }

    /** How many nodes were evicted. */
    long evictions() {
        return evicted.size();
    }

    /** The registry has another content. */
    void registryChanged(@Nullable ClusterState before, @Nullable ClusterState after) {
        if (before == null || after == null) {
            return;
        }
        checkAlgorithms(before, after);
        boolean proposed = after.maxEpoch() > before.maxEpoch();
        if (!proposed && after.settings().equals(before.settings())) {
            return; // nobody was evicted
        }
        before.members().keySet().stream().filter(id -> !after.isRegistered(id)).forEach(evicted::add);
        boolean first = before.isRegistered(Incarnation.GENESIS) && !after.isRegistered(Incarnation.GENESIS);
        for (SimulatedNode node : cluster.nodes()) {
            lookForLease(node);
            if (first && watchesLeases && !after.isRegistered(node.engine().incarnation())) {
                validHolds(node)
                        .forEach((lock, held) -> reportViolation(
                                Invariant.LEASE_IS_OVER,
                                lock + ": " + held + " is held since before the registry was lost"));
            }
        }
    }

    private void lookForLease(SimulatedNode node) {
        if (watchesLeases && evicted.contains(node.engine().incarnation()) && node.hasLease()) {
            reportViolation(Invariant.LEASE_IS_OVER, "node " + node.number + " was evicted and has a lease");
        }
    }

    // Changes of views

    /** A node says a part of its report, and perhaps not for the first time: all parts are what it held when it said the first. */
    void reported(SimulatedNode node, Packet.ReportPart part) {
        Reported reported =
                reports.computeIfAbsent(new Reporter(part.survivor(), part.epoch()), any -> reportDue(node));
        reported.saidParts().add(part.part());
        reported.saidLocks().addAll(part.holds().keySet());
        Set<String> locks = new TreeSet<>(part.holds().keySet());
        if (reported.saidParts().size() == part.parts()) {
            locks.addAll(reported.held().keySet());
            locks.removeIf(
                    lock -> reported.saidLocks().contains(lock) && !part.holds().containsKey(lock));
        }
        for (String lock : locks) {
            List<HeldShare> told = sorted(shares(part.holds().get(lock)));
            List<HeldShare> held = reported.held().getOrDefault(lock, List.of());
            if (!told.equals(held)) {
                reportViolation(
                        Invariant.HOLDS_CARRIED,
                        lock + ": node " + node.number + " reports " + told + ", but has " + held);
            }
        }
    }

    private Reported reportDue(SimulatedNode node) {
        SortedMap<String, List<HeldShare>> held = new TreeMap<>();
        validHolds(node).forEach((lock, same) -> held.put(lock, sorted(shares(same))));
        return new Reported(held, new HashSet<>(), new HashSet<>());
    }

    private SortedMap<String, List<TrackedHold>> validHolds(SimulatedNode node) {
        return holds.stream()
                .filter(trackedHold -> trackedHold.node == node && trackedHold.valid())
                .collect(Collectors.groupingBy(trackedHold -> trackedHold.lock, TreeMap::new, Collectors.toList()));
    }

    private static List<HeldShare> shares(@Nullable HeldLock heldLock) {
        return heldLock == null ? List.of() : heldLock.shares();
    }

    /** The report of a node with these holds of a lock: all its readers count as one, and a writer includes them. */
    private static List<HeldShare> shares(List<TrackedHold> same) {
        if (same.isEmpty() || same.get(0).capacity.kind() != Capacity.Kind.READ_WRITE) {
            return same.stream().map(TrackedHold::share).toList();
        }
        boolean writes = same.stream().anyMatch(trackedHold -> trackedHold.mode == Mode.EXCLUSIVE);
        long fence = same.stream().mapToLong(TrackedHold::fence).max().orElseThrow();
        return List.of(new HeldShare(writes ? Mode.EXCLUSIVE : Mode.SHARED, 1, fence));
    }

    private static List<HeldShare> sorted(List<HeldShare> shares) {
        return shares.stream()
                .sorted(Comparator.comparingLong(HeldShare::fence).thenComparingInt(HeldShare::permits))
                .toList();
    }

    void opened(SimulatedNode node, View view, HolderMap told) {
        HolderMap before = holders.putIfAbsent(view.epoch(), told);
        if (before != null && !before.equals(told)) {
            reportViolation(
                    Invariant.HOLDS_CARRIED,
                    "in view " + view.epoch() + " node " + node.number + " takes " + told + " for holders, another one "
                            + before);
        }
        validHolds(node).forEach((lock, held) -> {
            if (!covers(shares(told.of(lock, node.engine().incarnation())), held)) {
                reportViolation(
                        Invariant.HOLDS_CARRIED, lock + ": view " + view.epoch() + " does not know of all of " + held);
            }
        });
        look(node);
    }

    /** Whether the report covers the holds. Since then some may have been released or downgraded. */
    private static boolean covers(List<HeldShare> told, List<TrackedHold> held) {
        if (held.get(0).capacity.kind() == Capacity.Kind.READ_WRITE) {
            Mode needed = shares(held).get(0).mode();
            return told.stream().anyMatch(heldShare -> heldShare.mode() == Mode.EXCLUSIVE || needed == Mode.SHARED);
        }
        List<HeldShare> left = new ArrayList<>(told);
        return held.stream().allMatch(trackedHold -> left.remove(trackedHold.share()));
    }

    // Algorithms

    /** They belong to a view. But if no node of the new content was there before, it may have replaced the settings. */
    private void checkAlgorithms(ClusterState before, ClusterState after) {
        String has = after.settings().algorithms();
        algorithms.putIfAbsent(after.current().epoch(), has);
        boolean replaced =
                Collections.disjoint(before.members().keySet(), after.members().keySet());
        if (before.current().equals(after.current())
                && !before.settings().algorithms().equals(has)
                && !replaced) {
            reportViolation(
                    Invariant.ONE_ALGORITHM,
                    "view " + after.current().epoch() + " has "
                            + before.settings().algorithms() + ", and then " + has);
        }
    }

    /** A node sends a message of an algorithm. Permits that do not fit the selected one are decided by the default. */
    void sent(SimulatedNode node, Packet.Data data) {
        AlgorithmSelection selection = selections.computeIfAbsent(
                data.epoch(),
                epoch -> AlgorithmSelection.parse(algorithms.getOrDefault(
                        epoch, cluster.settings().algorithms().toString())));
        Decided lock = new Decided(data.epoch(), data.lock(), data.capacity());
        String first = deciders.putIfAbsent(lock, data.algorithm());
        boolean fits = data.algorithm()
                        .equals(selection
                                .of(data.lock(), data.capacity().kind())
                                .id())
                || (data.capacity().kind() == Capacity.Kind.SEMAPHORE
                        && data.algorithm().equals(AlgorithmSelection.SEMAPHORE.id()));
        if (!fits || (first != null && !first.equals(data.algorithm()))) {
            reportViolation(
                    Invariant.ONE_ALGORITHM,
                    data.lock() + ": in view " + data.epoch() + " node " + node.number + " uses " + data.algorithm()
                            + ", another one " + first + ", and the registry has " + selection);
        }
    }

    // Losses

    /** Checks that no lost hold has become valid again, and that nobody without a record has a lease. */
    void look(SimulatedNode node) {
        lookForLease(node);
        for (TrackedHold trackedHold : holds) {
            if (trackedHold.node != node) {
                continue;
            }
            boolean valid = trackedHold.valid();
            if (valid && trackedHold.wasInvalid) {
                reportViolation(
                        Invariant.LOST_IS_LOST, trackedHold.lock + ": " + trackedHold + " was lost and is valid again");
            }
            trackedHold.wasInvalid |= !valid;
        }
    }

    /** Checks, after a step of the node's engine, that all holders that have lost a lock were told. */
    void lookForUntold(SimulatedNode node) {
        for (TrackedHold trackedHold : holds) {
            if (trackedHold.node == node && !node.gone() && !trackedHold.valid() && trackedHold.lossCause == null) {
                reportViolation(
                        Invariant.LOSS_TOLD,
                        trackedHold.lock + ": nobody has told " + trackedHold + " that it has lost");
            }
        }
    }
}
