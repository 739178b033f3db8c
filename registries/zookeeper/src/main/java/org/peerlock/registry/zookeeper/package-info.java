/**
 * Keeps the registry of a cluster in ZooKeeper. Applications need nothing of it but the artifact:
 * a URL such as {@code zk://host1,host2,host3/peerlock} opens the store.
 */
@NullMarked
package org.peerlock.registry.zookeeper;

import org.jspecify.annotations.NullMarked;
