package org.peerlock.test;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.peerlock.brain.Hold;
import org.peerlock.brain.Waiter;
import org.peerlock.test.Violation.Invariant;

/** A thread of the application at a node: thinks, wants one of the locks, waits or gives up, holds it, gives it back. */
final class Client {

    /**
     * What it does. Times are means, in nanoseconds.
     *
     * @param patience how long it waits before it gives up; 0: for ever
     */
    record Habits(long think, long hold, long patience, int locks) {}

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

    /** Whether it waits for a lock that its node could get. */
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
        String lock = "lock-" + random.nextInt(habits.locks());
        Wish mine = new Wish();
        wish = mine;
        node.acquire(lock, mine);
        if (habits.patience() > 0 && wish == mine) {
            later(habits.patience(), () -> mine.giveUp(lock));
        }
    }

    /** Waits for a lock. */
    private final class Wish implements Waiter {
        private boolean givenUp;
        private boolean withdrawn;

        @Override
        public boolean offer(Hold grant) {
            if (withdrawn) {
                cluster.judge().accuse(Invariant.WITHDRAWN, "node " + node.number + " grants what was given up");
            }
            if (givenUp) {
                return false;
            }
            wish = null;
            hold(grant);
            return true;
        }

        /** The thread decides; the brain hears of it a little later. */
        void giveUp(String lock) {
            if (wish != this || !cluster.asking()) {
                return;
            }
            givenUp = true;
            wish = null;
            later(cluster.settings().timing().tick(), () -> {
                node.brain().giveUp(node.now(), lock, this);
                withdrawn = true;
                thinkFirst();
            });
        }
    }

    private void hold(Hold grant) {
        Judge.Hold hold = cluster.judge().granted(node, grant.lock(), grant.fence(), grant.generation());
        later(habits.hold() / 2, () -> {
            cluster.judge().writes(hold);
            later(habits.hold() / 2, () -> release(grant, hold));
        });
    }

    private void release(Hold grant, Judge.Hold hold) {
        cluster.judge().writes(hold);
        cluster.judge().released(hold);
        node.release(grant);
        thinkFirst();
    }
}
