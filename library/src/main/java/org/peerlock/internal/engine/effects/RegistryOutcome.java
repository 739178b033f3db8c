package org.peerlock.internal.engine.effects;

import org.peerlock.internal.cluster.ClusterState;

/** The outcome of an operation on the registry. */
public sealed interface RegistryOutcome {

    /** The content at some moment not later than now. It may be stale; then a write that is based on it fails. */
    record Read(long version, ClusterState content) implements RegistryOutcome {}

    /**
     * The registry was empty at some moment not later than now.
     *
     * @param noneAlive whether it is certain that no node is alive that has joined a registry that was there before. If it is not
     *     certain, a registry that is created now has to wait until all leases under an old one have certainly expired
     */
    record Empty(boolean noneAlive) implements RegistryOutcome {}

    /** The write certainly happened. */
    record Written() implements RegistryOutcome {}

    /** The registry could not be read; or the write failed, or nobody knows whether it happened or will. */
    record Unknown() implements RegistryOutcome {}
}
