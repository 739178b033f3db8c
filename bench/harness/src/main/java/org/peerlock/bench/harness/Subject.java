package org.peerlock.bench.harness;

import java.util.Map;
import java.util.concurrent.locks.Lock;

/** Locks of one make, as one process has them. */
public interface Subject {

    /** Makes it; the class has a public constructor without parameters, and is named on the worker's command line. */
    interface Maker {

        /**
         * Joins, or connects.
         *
         * @param options what this make wants to know: where its server is, which algorithm to use
         */
        Subject open(Map<String, String> options) throws Exception;
    }

    /** One lock in the hands of one thread, which acquires it and releases it in turn. */
    interface ThreadLock {

        void acquire() throws Exception;

        void release() throws Exception;

        /** To what looks like a lock of the JDK. */
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
     * A lock for one. This and the others are called by the thread that is going to use the key.
     *
     * @throws UnsupportedOperationException if this make has no such locks
     */
    ThreadLock exclusive(String name);

    /** A lock of which many may hold the one side, and one alone the other. */
    default ThreadLock read(String name) {
        throw new UnsupportedOperationException("it has no read-write locks");
    }

    /** The other side. */
    default ThreadLock write(String name) {
        throw new UnsupportedOperationException("it has no read-write locks");
    }

    /** One of so many permits. */
    default ThreadLock permit(String name, int permits) {
        throw new UnsupportedOperationException("it has no semaphores");
    }

    /** How many messages about locks this process has sent so far; -1 if that is not known. */
    default long messages() {
        return -1;
    }

    /** How often this process has got a lock from another one, or from nobody, so far; -1 if that is not known. */
    default long handOffs() {
        return -1;
    }

    /** How many bytes this process has sent so far by ways that the kernel does not count; -1 if it counts all. */
    default long bytes() {
        return -1;
    }

    /** Leaves, or disconnects. */
    void close() throws Exception;
}
