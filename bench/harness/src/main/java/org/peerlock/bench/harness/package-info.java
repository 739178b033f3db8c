/**
 * One benchmark process. {@link org.peerlock.bench.harness.Worker} is its main class. It reads
 * commands from its standard input, opens a {@link org.peerlock.bench.harness.Subject}, runs a
 * {@link org.peerlock.bench.harness.LockWorkload} on it and reports the result.
 *
 * <p>Every lock implementation is measured by this same code. The libraries that an implementation
 * needs are on the class path of its own worker only.
 */
@NullMarked
package org.peerlock.bench.harness;

import org.jspecify.annotations.NullMarked;
