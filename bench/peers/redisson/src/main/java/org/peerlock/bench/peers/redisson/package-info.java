/**
 * Redis locks through Redisson: a lock is an entry in the server, which notifies the waiting
 * clients by publish-subscribe.
 */
@NullMarked
package org.peerlock.bench.peers.redisson;

import org.jspecify.annotations.NullMarked;
