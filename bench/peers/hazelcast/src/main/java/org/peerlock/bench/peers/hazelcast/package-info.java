/** Hazelcast under load: there is no server, and three processes agree by Raft on who holds what. */
@NullMarked
package org.peerlock.bench.peers.hazelcast;

import org.jspecify.annotations.NullMarked;
