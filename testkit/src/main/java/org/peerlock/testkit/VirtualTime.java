package org.peerlock.testkit;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Lets threads share a simulation. Time passes while a thread waits, and the thread that waits advances it. That thread also calls
 * the callbacks of the application, between two moments.
 */
final class VirtualTime {

    /** Fair, so that a thread that advances time lets others in. */
    private final ReentrantLock turn = new ReentrantLock(true);

    private final Queue<Runnable> calls = new ConcurrentLinkedQueue<>();
    private final SimulatedCluster cluster;

    VirtualTime(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    /** Looks at the simulation while it stands still. */
    <T> T see(Supplier<T> what) {
        turn.lock();
        try {
            return what.get();
        } finally {
            turn.unlock();
        }
    }

    /** Changes the simulation while it stands still. */
    void change(Runnable what) {
        see(() -> {
            what.run();
            return true;
        });
    }

    /** Calls the application a little later. */
    void call(Runnable what) {
        calls.add(what);
    }

    /** Lets time pass until a condition holds or this many nanoseconds have passed. Returns whether it holds. */
    boolean pass(long nanos, BooleanSupplier until) throws InterruptedException {
        long[] over = {0};
        change(() -> cluster.simulator().after(nanos, 0, () -> over[0] = 1));
        while (true) {
            callBack();
            if (until.getAsBoolean()) {
                return true;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (see(() -> over[0]) == 1) {
                return false;
            }
            change(cluster.simulator()::step);
        }
    }

    private void callBack() {
        for (Runnable next = calls.poll(); next != null; next = calls.poll()) {
            next.run();
        }
    }
}
