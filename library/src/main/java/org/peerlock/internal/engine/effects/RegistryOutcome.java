package org.peerlock.internal.engine.effects;

import java.util.OptionalLong;
import org.peerlock.internal.cluster.ClusterState;

/** The outcome of an operation on the registry. */
public sealed interface RegistryOutcome {

    /** The content at some moment not later than now. It may be stale; then a write that is based on it fails. */
    record Read(String tag, ClusterState content) implements RegistryOutcome {}

    /**
     * The registry was empty at some moment not later than now.
     *
     * @param tag of the empty content
     * @param longestLeaseMillis the longest lease of a node that may be alive and may have joined a registry that was there before:
     *     a registry that is created now has to wait until that lease has certainly expired. 0 if it is certain that there is no such
     *     node; empty if the lease is not known
     */
    record Empty(String tag, OptionalLong longestLeaseMillis) implements RegistryOutcome {}

    /** The write certainly happened, and this was the registry's content then. */
    record Written(ClusterState content) implements RegistryOutcome {}

    /** The registry could not be read; or the write failed, or nobody knows whether it happened or will. */
    record Unknown() implements RegistryOutcome {}
}
