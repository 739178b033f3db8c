/**
 * Tests that every {@link org.peerlock.registry.RegistryStore} must pass. Extend
 * {@link org.peerlock.registry.testkit.RegistryStoreConformance} for a store of one process,
 * {@link org.peerlock.registry.testkit.SharedRegistryStoreConformance} for a store that several
 * processes share, and {@link org.peerlock.registry.testkit.ServerRegistryStoreConformance} for a
 * store on a server. {@link org.peerlock.registry.testkit.ClusterConformance} lets three processes use
 * a store that is restarted or away, and
 * {@link org.peerlock.registry.testkit.ReplicatedClusterConformance} also kills the leader of its
 * servers.
 */
@NullMarked
package org.peerlock.registry.testkit;

import org.jspecify.annotations.NullMarked;
