/**
 * Where the threads of an application meet the node's one event loop: an atomic word for each lock, and one gate for all.
 *
 * <p>A node that is inside keeps the lock for its own threads as long as nobody else wants it. Then they enter and leave by one
 * compare-and-set on the lock's {@link org.peerlock.internal.engine.lockword.LockWord word}, without a message and without the loop. The
 * {@link org.peerlock.internal.engine.lockword.GrantGates gate} says whether they may: whether the node's lease lasts, and its view is open.
 * The time is always a parameter: nothing here reads a clock.
 */
@NullMarked
package org.peerlock.internal.engine.lockword;

import org.jspecify.annotations.NullMarked;
