package org.peerlock.internal.engine.effects;

import org.peerlock.internal.cluster.ClusterState;

/** What came of an operation on the cell. */
public sealed interface RegistryOutcome {

    /** What was there at some moment not later than now. It may be old; a write that relies on it will fail then. */
    record Read(long version, ClusterState content) implements RegistryOutcome {}

    /**
     * There was nothing at some moment not later than now.
     *
     * @param noneAlive whether it is certain that no node lives that has joined a cell which was there before. If it is not, a
     *     cell that is created has to wait until whatever may be held under the old one is surely over
     */
    record Empty(boolean noneAlive) implements RegistryOutcome {}

    /** The write surely happened. */
    record Written() implements RegistryOutcome {}

    /** The cell could not be read; or the write did not happen, or nobody knows whether it did or will. */
    record Unknown() implements RegistryOutcome {}
}
