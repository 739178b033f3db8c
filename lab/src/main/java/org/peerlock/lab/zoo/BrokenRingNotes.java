package org.peerlock.lab.zoo;

import org.peerlock.algorithm.permission.RingNotes;

/** {@link RingNotes} with one rule replaced. */
final class BrokenRingNotes {

    private BrokenRingNotes() {}

    /** The notes replace the count of outstanding replies, and with it those that have come already. */
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
