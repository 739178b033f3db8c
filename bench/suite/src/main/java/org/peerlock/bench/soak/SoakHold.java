package org.peerlock.bench.soak;

import org.peerlock.Grant;

/** What somebody has who says that it holds a lock. */
interface SoakHold {

    long fence();

    /** Whether it still holds it. If so, it has held it all the time. */
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
