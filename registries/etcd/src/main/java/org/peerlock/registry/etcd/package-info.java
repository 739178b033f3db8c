/**
 * Keeps the registry of a cluster in etcd, version 3.4 or newer.
 * {@link org.peerlock.registry.etcd.EtcdRegistryStoreProvider} says how its URLs look.
 */
@NullMarked
package org.peerlock.registry.etcd;

import org.jspecify.annotations.NullMarked;
