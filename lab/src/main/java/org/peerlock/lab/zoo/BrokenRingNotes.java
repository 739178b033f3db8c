package org.peerlock.lab.zoo;

import org.peerlock.algorithm.permission.RingNotes;

/** {@link RingNotes} with one rule replaced. */
final class BrokenRingNotes {

    private BrokenRingNotes() {}

    /**
     * The notes overwrite the count of outstanding replies, and so lose the replies that have
     * already arrived.
     */
    static final class Overwriting extends RingNotes {

        Overwriting(int me, int nodes) {
            super(me, nodes);
        }

        @Override
        protected int count(int outstanding, int notes) {
            return notes;
        }
    }
}
