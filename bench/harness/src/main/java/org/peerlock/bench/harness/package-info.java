/**
 * One process under load. {@link org.peerlock.bench.harness.Worker} is its main class: told line by line what to do, it opens a
 * {@link org.peerlock.bench.harness.Subject}, puts a {@link org.peerlock.bench.harness.LockWorkload} on it and says what came of that.
 *
 * <p>Locks of all makes are measured by this code and no other; what a make needs besides is on its own class path.
 */
@NullMarked
package org.peerlock.bench.harness;

import org.jspecify.annotations.NullMarked;
