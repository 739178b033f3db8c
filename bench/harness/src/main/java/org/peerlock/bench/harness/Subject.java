package org.peerlock.bench.harness;

import java.util.Map;
import java.util.concurrent.locks.Lock;

/** A lock implementation under test, as one process uses it. */
public interface Subject {

    /**
     * Creates the subject. The worker's command line names the implementing class, which has a
     * public constructor without parameters.
     */
    interface Factory {

        /**
         * Joins the cluster, or connects to the server.
         *
         * @param options settings of this implementation, such as its server's address or the
         *     algorithm
         */
        Subject open(Map<String, String> options) throws Exception;
    }

    /** One lock as one thread uses it: acquire and release alternate. */
    interface ThreadLock {

        void acquire() throws Exception;

        void release() throws Exception;

        static ThreadLock of(Lock lock) {
            return new ThreadLock() {
                @Override
                public void acquire() {
                    lock.lock();
                }

                @Override
                public void release() {
                    lock.unlock();
                }
            };
        }
    }

    /**
     * An exclusive lock. The thread that is going to use the lock calls this method; the same holds
     * for {@link #read}, {@link #write} and {@link #permit}.
     *
     * @throws UnsupportedOperationException if this implementation has no such locks
     */
    ThreadLock exclusive(String name);

    /** The read side of a read-write lock. */
    default ThreadLock read(String name) {
        throw new UnsupportedOperationException("it has no read-write locks");
    }

    /** The write side of a read-write lock. */
    default ThreadLock write(String name) {
        throw new UnsupportedOperationException("it has no read-write locks");
    }

    /** One permit of a semaphore. */
    default ThreadLock permit(String name, int permits) {
        throw new UnsupportedOperationException("it has no semaphores");
    }

    /** The number of lock messages that this process has sent so far; -1 if unknown. */
    default long messages() {
        return -1;
    }

    /**
     * How often so far a message from another process brought the lock for which a request here was
     * waiting; -1 if unknown.
     */
    default long handOffs() {
        return -1;
    }

    /**
     * The number of bytes that this process has sent so far without using the network interface,
     * whose counters therefore miss them; -1 if all of its bytes pass through the network
     * interface.
     */
    default long bytes() {
        return -1;
    }

    /** Leaves the cluster, or disconnects. */
    void close() throws Exception;
}
