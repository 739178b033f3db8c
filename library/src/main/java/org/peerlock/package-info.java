/**
 * Locks between the processes of an application, without a lock server.
 *
 * <p>{@link org.peerlock.Peerlock} is where to begin; {@link org.peerlock.DistributedLock} is a lock, {@link org.peerlock.Grant} the
 * ownership of one, and {@link org.peerlock.FenceGuard} helps what the lock protects to refuse those who come too late.
 */
@NullMarked
package org.peerlock;

import org.jspecify.annotations.NullMarked;
