package org.peerlock.brain;

import org.jspecify.annotations.Nullable;
import org.peerlock.brain.registry.Registry;

/** What came of an operation on the cell. */
public sealed interface CellOutcome {

    /** What was there at some moment not later than now. It may be old; a write that relies on it will fail then. */
    record Read(long version, @Nullable Registry content) implements CellOutcome {}

    /** The write surely happened. */
    record Written() implements CellOutcome {}

    /** The cell could not be read; or the write did not happen, or nobody knows whether it did or will. */
    record Unknown() implements CellOutcome {}
}
