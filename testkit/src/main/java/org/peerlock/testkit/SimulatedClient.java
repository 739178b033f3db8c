package org.peerlock.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Mode;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.engine.locks.Hold;
import org.peerlock.internal.engine.locks.Waiter;
import org.peerlock.lab.simulate.SplitMix64;
import org.peerlock.testkit.InvariantViolation.Invariant;

/** A thread of the application at a node: it pauses, requests locks, waits or gives up, holds them, and releases them. */
final class SimulatedClient {

    /**
     * How a client behaves. Times are means, in nanoseconds.
     *
     * @param timeout how long it waits before it gives up; 0: for ever
     * @param locks the number of locks from which it chooses
     * @param workload what it acquires
     * @param permits how many permits each semaphore has
     * @param most how many permits it requests at most
     */
    record Behavior(long think, long hold, long timeout, int locks, ClientWorkload workload, int permits, int most) {

        /** For a client that acquires one exclusive lock at a time. */
        Behavior(long think, long hold, long timeout, int locks) {
            this(think, hold, timeout, locks, ClientWorkload.EXCLUSIVE, 1, 1);
        }
    }

    private static final double READERS = 0.7;
    private static final double DOWNGRADES = 0.3;
    private static final int MOST_AT_ONCE = 3;

    private final SimulatedCluster cluster;
    private final SimulatedNode node;
    private final Behavior behavior;
    private final SplitMix64 random;
    private @Nullable Acquisition acquisition;

    SimulatedClient(SimulatedCluster cluster, SimulatedNode node, Behavior behavior, SplitMix64 random) {
        this.cluster = cluster;
        this.node = node;
        this.behavior = behavior;
        this.random = random;
        thinkFirst();
    }

    /** Whether it waits for a lock that its node could acquire. */
    boolean waits() {
        return acquisition != null && !node.gone() && !cluster.out(node);
    }

    private void thinkFirst() {
        later(behavior.think(), this::want);
    }

    private void later(long mean, Runnable action) {
        long time = (long) (random.nextExponential() * mean) + 1;
        cluster.simulator().after(time, node.number, () -> {
            if (!node.gone()) {
                action.run();
                cluster.monitor().look(node);
            }
        });
    }

    private void want() {
        if (!cluster.asking()) {
            return;
        }
        Acquisition mine = new Acquisition(demands());
        acquisition = mine;
        mine.ask();
        if (behavior.timeout() > 0 && acquisition == mine) {
            later(behavior.timeout(), mine::giveUp);
        }
    }

    /** What it acquires next, in order. The order is the same for all clients, so that there is no deadlock. */
    private List<AcquireRequest> demands() {
        return switch (behavior.workload()) {
            case EXCLUSIVE -> List.of(AcquireRequest.exclusive(lock()));
            case SEVERAL ->
                IntStream.range(0, MOST_AT_ONCE)
                        .map(any -> random.nextInt(behavior.locks()))
                        .distinct()
                        .sorted()
                        .mapToObj(number -> AcquireRequest.exclusive(ClientWorkload.PREFIX + number))
                        .toList();
            case READ_WRITE ->
                List.of(random.nextDouble() < READERS ? AcquireRequest.read(lock()) : AcquireRequest.write(lock()));
            case SEMAPHORE ->
                List.of(AcquireRequest.permits(lock(), behavior.permits(), 1 + random.nextInt(behavior.most())));
        };
    }

    private String lock() {
        return ClientWorkload.PREFIX + random.nextInt(behavior.locks());
    }

    /** Acquires one lock after the other, and keeps them until it has all of them or gives up. */
    private final class Acquisition implements Waiter {
        private final List<AcquireRequest> demands;
        private final List<InvariantMonitor.TrackedHold> taken = new ArrayList<>();
        private boolean givenUp;
        private boolean withdrawn;

        Acquisition(List<AcquireRequest> demands) {
            this.demands = demands;
        }

        private AcquireRequest next() {
            return demands.get(taken.size());
        }

        private void ask() {
            if (!givenUp) {
                node.acquire(next(), this);
            }
        }

        @Override
        public boolean offer(Hold grant) {
            if (withdrawn) {
                cluster.monitor()
                        .reportViolation(Invariant.WITHDRAWN, "node " + node.number + " grants what was given up");
            }
            if (givenUp) {
                return false;
            }
            taken.add(cluster.monitor().granted(node, next(), grant));
            if (taken.size() < demands.size()) {
                later(cluster.settings().timing().tickIntervalNanos(), this::ask);
            } else {
                acquisition = null;
                hold(taken);
            }
            return true;
        }

        /** That is right only if the algorithm that decides now gives fewer permits. Then it wants something else. */
        @Override
        public void refuse(String reason) {
            AcquireRequest refused = next();
            String tooMany = "'" + refused.lock() + "' is decided by raymond-k, which gives one permit at a time, not "
                    + refused.permits();
            if (refused.permits() == 1 || !reason.equals(tooMany)) {
                cluster.monitor().reportViolation(Invariant.EXPECTATION, "node " + node.number + " refuses: " + reason);
            } else if (!givenUp) {
                givenUp = true;
                acquisition = null;
                thinkFirst();
            }
        }

        /** The thread decides; the engine is told a little later. */
        void giveUp() {
            if (acquisition != this || !cluster.asking()) {
                return;
            }
            givenUp = true;
            acquisition = null;
            later(cluster.settings().timing().tickIntervalNanos(), () -> {
                node.engine().cancel(node.now(), next().lock(), this);
                withdrawn = true;
                taken.forEach(SimulatedClient.this::giveBack);
                thinkFirst();
            });
        }
    }

    private void hold(List<InvariantMonitor.TrackedHold> taken) {
        later(behavior.hold() / 2, () -> {
            taken.forEach(trackedHold -> {
                cluster.monitor().writes(trackedHold);
                if (behavior.workload() == ClientWorkload.READ_WRITE && random.nextDouble() < DOWNGRADES) {
                    downgrade(trackedHold);
                }
            });
            later(behavior.hold() / 2, () -> {
                taken.forEach(cluster.monitor()::writes);
                taken.forEach(this::giveBack);
                thinkFirst();
            });
        });
    }

    private void downgrade(InvariantMonitor.TrackedHold trackedHold) {
        if (trackedHold.mode() == Mode.EXCLUSIVE) {
            cluster.monitor().downgraded(trackedHold);
            node.engine().downgrade(node.now(), trackedHold.lock, trackedHold.grant.id());
        }
    }

    private void giveBack(InvariantMonitor.TrackedHold trackedHold) {
        cluster.monitor().released(trackedHold);
        node.release(trackedHold.grant);
    }
}
