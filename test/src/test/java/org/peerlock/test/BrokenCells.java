package org.peerlock.test;

import java.util.random.RandomGenerator;
import org.peerlock.brain.CellOutcome;
import org.peerlock.lab.simulate.Simulator;

/** Cells that break what nodes rely on. */
final class BrokenCells {

    private BrokenCells() {}

    /** Writes whatever it is given, even if another has written meanwhile. */
    static final class IgnoresVersion extends SimulatedCell {
        IgnoresVersion(Simulator<?> simulator, RandomGenerator random, Manners manners) {
            super(simulator, random, manners);
        }

        @Override
        boolean replaces(long version) {
            return true;
        }
    }

    /** Takes a write of which nothing was heard for one that has happened. */
    static final class LostIsWritten extends SimulatedCell {
        LostIsWritten(Simulator<?> simulator, RandomGenerator random, Manners manners) {
            super(simulator, random, manners);
        }

        @Override
        CellOutcome lost() {
            return new CellOutcome.Written();
        }
    }

    /** Says, whenever it is empty, that nobody lives who has used it before. */
    static final class SaysNobody extends SimulatedCell {
        SaysNobody(Simulator<?> simulator, RandomGenerator random, Manners manners) {
            super(simulator, random, manners);
        }

        @Override
        boolean nobody() {
            return true;
        }
    }
}
