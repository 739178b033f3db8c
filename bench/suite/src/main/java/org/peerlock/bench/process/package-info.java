/** Processes that the benchmarks start, and what happens to them. */
@NullMarked
package org.peerlock.bench.process;

import org.jspecify.annotations.NullMarked;
