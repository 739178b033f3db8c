/** JGroups under load: there is no server, and the oldest of the processes decides who holds what. */
@NullMarked
package org.peerlock.bench.peers.jgroups;

import org.jspecify.annotations.NullMarked;
