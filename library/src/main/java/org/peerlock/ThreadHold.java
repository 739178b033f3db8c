package org.peerlock;

import org.peerlock.algorithm.Mode;

/** What a thread has of a lock by the methods of {@link java.util.concurrent.locks.Lock}, and how often. */
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

    /** Whether the thread has it so. */
    boolean has(Mode mode) {
        return (mode == Mode.EXCLUSIVE ? exclusive : shared) > 0;
    }

    /** Has it once more. */
    void enter(Mode mode) {
        if (!grant.isValid()) {
            throw grant.exception();
        }
        if (mode == Mode.EXCLUSIVE && exclusive == 0) {
            throw new IllegalStateException(
                    "this thread holds '" + grant.lock() + "' to read, and cannot come to write by"
                            + " that: two readers who both want to would wait for each other for ever. Unlock it first");
        }
        add(mode, 1);
    }

    /** Has it once less; whether it was lost. A writer that has come to read meanwhile goes on reading. */
    boolean leave(Mode mode) {
        add(mode, -1);
        boolean lost = isReleased() ? !grant.release() : !grant.isValid();
        if (!isReleased() && !lost && mode == Mode.EXCLUSIVE && exclusive == 0) {
            grant = grant.downgrade();
        }
        return lost;
    }

    /** Whether the thread has it no more. */
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
