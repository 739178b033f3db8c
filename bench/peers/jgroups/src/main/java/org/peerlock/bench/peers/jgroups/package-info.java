/**
 * JGroups' locks: there is no server; the oldest member, the coordinator, decides who holds a lock.
 */
@NullMarked
package org.peerlock.bench.peers.jgroups;

import org.jspecify.annotations.NullMarked;
