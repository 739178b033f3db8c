/** Hazelcast's locks: there is no server; three processes agree on the holders by Raft. */
@NullMarked
package org.peerlock.bench.peers.hazelcast;

import org.jspecify.annotations.NullMarked;
