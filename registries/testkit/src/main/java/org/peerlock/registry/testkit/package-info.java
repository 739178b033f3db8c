/**
 * Tests that every {@link org.peerlock.registry.RegistryStore} must pass. Extend
 * {@link org.peerlock.registry.testkit.RegistryStoreConformance} for a store of one process,
 * {@link org.peerlock.registry.testkit.SharedRegistryStoreConformance} for a store that several
 * processes share, and {@link org.peerlock.registry.testkit.ServerRegistryStoreConformance} for a
 * store on a server.
 */
@NullMarked
package org.peerlock.registry.testkit;

import org.jspecify.annotations.NullMarked;
