package org.peerlock.brain;

import org.peerlock.brain.registry.Registry;

/** What came of an operation on the cell. */
public sealed interface CellOutcome {

    /** What was there at some moment not later than now. It may be old; a write that relies on it will fail then. */
    record Read(long version, Registry content) implements CellOutcome {}

    /**
     * There was nothing at some moment not later than now.
     *
     * @param nobody whether it is certain that no node lives that has joined a cell which was there before. If it is not, a
     *     cell that is created has to wait until whatever may be held under the old one is surely over
     */
    record Nothing(boolean nobody) implements CellOutcome {}

    /** The write surely happened. */
    record Written() implements CellOutcome {}

    /** The cell could not be read; or the write did not happen, or nobody knows whether it did or will. */
    record Unknown() implements CellOutcome {}
}
