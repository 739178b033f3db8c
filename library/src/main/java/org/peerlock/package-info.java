/**
 * Distributed locks for the processes of an application, without a lock server.
 *
 * <p>Begin with {@link org.peerlock.Peerlock}. A {@link org.peerlock.DistributedLock} is a lock, a
 * {@link org.peerlock.Grant} the ownership of one, and a {@link org.peerlock.FenceGuard} lets a
 * resource refuse holders that have lost the lock. {@link org.peerlock.PeerlockException} is the
 * superclass of everything that can go wrong.
 */
@NullMarked
package org.peerlock;

import org.jspecify.annotations.NullMarked;
