/**
 * What the application's threads and the node's event loop share: an atomic word for each lock, and
 * one gate for all locks.
 *
 * <p>A node that has a lock keeps it for its own threads as long as no other node wants it. Then
 * they take and release it by one compare-and-set on its
 * {@link org.peerlock.internal.engine.lockword.LockWord word}, without a message and without the
 * loop. The {@link org.peerlock.internal.engine.lockword.GrantGates gate} says whether they may: the
 * node's lease must last, and its view must be open. The time is always a parameter; nothing here
 * reads a clock.
 */
@NullMarked
package org.peerlock.internal.engine.lockword;

import org.jspecify.annotations.NullMarked;
