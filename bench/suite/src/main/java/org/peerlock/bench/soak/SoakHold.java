package org.peerlock.bench.soak;

import org.peerlock.Grant;

/** A claim to hold a lock. */
interface SoakHold {

    /** The fencing token. */
    long fence();

    /** Whether the lock is still held. If so, it has been held without interruption. */
    boolean isValid();

    static SoakHold of(Grant grant) {
        long fence = grant.fence();
        return new SoakHold() {
            @Override
            public long fence() {
                return fence;
            }

            @Override
            public boolean isValid() {
                return grant.isValid();
            }
        };
    }
}
