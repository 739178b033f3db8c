/** Redis under load, by Redisson: locks are entries of a server, and whoever waits for one is told by a message of the server. */
@NullMarked
package org.peerlock.bench.peers.redisson;

import org.jspecify.annotations.NullMarked;
