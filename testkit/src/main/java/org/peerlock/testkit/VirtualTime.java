package org.peerlock.testkit;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Lets threads share a simulation: time passes while one of them waits, and whoever waits moves it on. What the application wants
 * to be called is called by that thread, between two moments.
 */
final class VirtualTime {

    /** Fair, so that a thread that moves time on lets others in. */
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

    /** Calls the application, soon. */
    void call(Runnable what) {
        calls.add(what);
    }

    /** Lets time pass until something is so, or so many nanoseconds have passed: whether it is so. */
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
