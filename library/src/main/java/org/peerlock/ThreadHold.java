package org.peerlock;

import org.peerlock.algorithm.Mode;

/**
 * A thread's hold of a lock by the methods of {@link java.util.concurrent.locks.Lock}, with its
 * counts.
 */
final class ThreadHold {

    private Grant grant;
    private int exclusive;
    private int shared;

    ThreadHold(Grant grant, Mode mode) {
        this.grant = grant;
        add(mode, 1);
    }

    Grant grant() {
        return grant;
    }

    /** Whether the thread holds the lock in this mode. */
    boolean has(Mode mode) {
        return (mode == Mode.EXCLUSIVE ? exclusive : shared) > 0;
    }

    /** Locks once more. */
    void enter(Mode mode) {
        if (!grant.isValid()) {
            throw grant.exception();
        }
        if (mode == Mode.EXCLUSIVE && exclusive == 0) {
            throw new IllegalStateException("this thread holds the read lock of '" + grant.lock()
                    + "', and cannot upgrade it to the write lock:"
                    + " two readers that both upgrade would wait for each other for ever. Unlock it first");
        }
        add(mode, 1);
    }

    /**
     * Unlocks once. Returns whether the lock was lost. A writer that also holds the read lock goes
     * on reading.
     */
    boolean leave(Mode mode) {
        add(mode, -1);
        boolean lost = isReleased() ? !grant.release() : !grant.isValid();
        if (!isReleased() && !lost && mode == Mode.EXCLUSIVE && exclusive == 0) {
            grant = grant.downgrade();
        }
        return lost;
    }

    /** Whether the thread has unlocked it as often as it has locked it. */
    boolean isReleased() {
        return exclusive == 0 && shared == 0;
    }

    private void add(Mode mode, int times) {
        if (mode == Mode.EXCLUSIVE) {
            exclusive = Math.addExact(exclusive, times);
        } else {
            shared = Math.addExact(shared, times);
        }
    }
}
