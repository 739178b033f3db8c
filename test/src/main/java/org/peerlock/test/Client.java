package org.peerlock.test;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Mode;
import org.peerlock.brain.Demand;
import org.peerlock.brain.Hold;
import org.peerlock.brain.Waiter;
import org.peerlock.test.Violation.Invariant;

/** A thread of the application at a node: thinks, wants something, waits or gives up, holds it, gives it back. */
final class Client {

    /**
     * What it does. Times are means, in nanoseconds.
     *
     * @param patience how long it waits before it gives up; 0: for ever
     * @param locks of how many it wants one
     * @param pursuit what it is after
     * @param permits how many each semaphore has
     * @param most how many of them it wants at most
     */
    record Habits(long think, long hold, long patience, int locks, Pursuit pursuit, int permits, int most) {

        /** For who wants one exclusive lock. */
        Habits(long think, long hold, long patience, int locks) {
            this(think, hold, patience, locks, Pursuit.EXCLUSIVE, 1, 1);
        }
    }

    private static final double READERS = 0.7;
    private static final double DOWNGRADES = 0.3;
    private static final int MOST_AT_ONCE = 3;

    private final SimulatedCluster cluster;
    private final SimulatedNode node;
    private final Habits habits;
    private final RandomGenerator random;
    private @Nullable Wish wish;

    Client(SimulatedCluster cluster, SimulatedNode node, Habits habits, RandomGenerator random) {
        this.cluster = cluster;
        this.node = node;
        this.habits = habits;
        this.random = random;
        thinkFirst();
    }

    /** Whether it waits for something that its node could get. */
    boolean waits() {
        return wish != null && !node.gone() && !cluster.out(node);
    }

    private void thinkFirst() {
        later(habits.think(), this::want);
    }

    private void later(long mean, Runnable action) {
        long time = (long) (-Math.log(1 - random.nextDouble()) * mean) + 1;
        cluster.simulator().after(time, node.number, () -> {
            if (!node.gone()) {
                action.run();
                cluster.judge().look(node);
            }
        });
    }

    private void want() {
        if (!cluster.asking()) {
            return;
        }
        Wish mine = new Wish(demands());
        wish = mine;
        mine.ask();
        if (habits.patience() > 0 && wish == mine) {
            later(habits.patience(), mine::giveUp);
        }
    }

    /** What it wants now, in the order in which it takes it: the same for all, so that nobody waits for each other. */
    private List<Demand> demands() {
        return switch (habits.pursuit()) {
            case EXCLUSIVE -> List.of(Demand.exclusive(lock()));
            case SEVERAL ->
                random.ints(0, habits.locks())
                        .limit(MOST_AT_ONCE)
                        .distinct()
                        .sorted()
                        .mapToObj(number -> Demand.exclusive(Pursuit.PREFIX + number))
                        .toList();
            case READ_WRITE -> List.of(random.nextDouble() < READERS ? Demand.read(lock()) : Demand.write(lock()));
            case SEMAPHORE -> List.of(Demand.permits(lock(), habits.permits(), 1 + random.nextInt(habits.most())));
        };
    }

    private String lock() {
        return Pursuit.PREFIX + random.nextInt(habits.locks());
    }

    /** Takes one thing after the other, and keeps all that it has until it has everything or gives up. */
    private final class Wish implements Waiter {
        private final List<Demand> demands;
        private final List<Judge.Hold> taken = new ArrayList<>();
        private boolean givenUp;
        private boolean withdrawn;

        Wish(List<Demand> demands) {
            this.demands = demands;
        }

        private Demand next() {
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
                cluster.judge().accuse(Invariant.WITHDRAWN, "node " + node.number + " grants what was given up");
            }
            if (givenUp) {
                return false;
            }
            taken.add(cluster.judge().granted(node, next(), grant));
            if (taken.size() < demands.size()) {
                later(cluster.settings().timing().tick(), this::ask);
            } else {
                wish = null;
                hold(taken);
            }
            return true;
        }

        @Override
        public void refuse(String reason) {
            cluster.judge().accuse(Invariant.EXPECTATION, "node " + node.number + " refuses: " + reason);
        }

        /** The thread decides; the brain hears of it a little later. */
        void giveUp() {
            if (wish != this || !cluster.asking()) {
                return;
            }
            givenUp = true;
            wish = null;
            later(cluster.settings().timing().tick(), () -> {
                node.brain().giveUp(node.now(), next().lock(), this);
                withdrawn = true;
                taken.forEach(Client.this::giveBack);
                thinkFirst();
            });
        }
    }

    private void hold(List<Judge.Hold> taken) {
        later(habits.hold() / 2, () -> {
            taken.forEach(hold -> {
                cluster.judge().writes(hold);
                if (habits.pursuit() == Pursuit.READ_WRITE && random.nextDouble() < DOWNGRADES) {
                    downgrade(hold);
                }
            });
            later(habits.hold() / 2, () -> {
                taken.forEach(cluster.judge()::writes);
                taken.forEach(this::giveBack);
                thinkFirst();
            });
        });
    }

    private void downgrade(Judge.Hold hold) {
        if (hold.mode() == Mode.EXCLUSIVE) {
            cluster.judge().downgraded(hold);
            node.brain().downgrade(node.now(), hold.lock, hold.grant.id());
        }
    }

    private void giveBack(Judge.Hold hold) {
        cluster.judge().released(hold);
        node.release(hold.grant);
    }
}
