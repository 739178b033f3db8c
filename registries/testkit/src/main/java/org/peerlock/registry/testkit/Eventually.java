package org.peerlock.registry.testkit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.peerlock.registry.Deadline;

/** Waits for what other processes do, with a bound. */
public final class Eventually {

    /** Longer than a server needs for anything, also on a busy machine. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(2);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Something that becomes true. */
    public interface Condition {

        /** Whether it is true now. */
        boolean holds() throws Exception;
    }

    private Eventually() {}

    /**
     * Waits until a condition holds.
     *
     * @param what the condition in words, for the failure
     * @throws AssertionError if it does not hold after two minutes
     * @throws InterruptedException if the thread was interrupted
     */
    public static void await(String what, Condition condition) throws Exception {
        Deadline deadline = Deadline.in(LONGEST_WAIT);
        while (!condition.holds()) {
            if (deadline.passed()) {
                throw new AssertionError("not within " + LONGEST_WAIT.toMinutes() + " minutes: " + what);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
