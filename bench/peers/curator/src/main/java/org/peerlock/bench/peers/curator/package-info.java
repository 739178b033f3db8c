/**
 * ZooKeeper's locks through Curator: each request creates a sequential node, and the request with
 * the lowest number holds the lock.
 */
@NullMarked
package org.peerlock.bench.peers.curator;

import org.jspecify.annotations.NullMarked;
