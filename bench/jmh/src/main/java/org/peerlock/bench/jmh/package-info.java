/**
 * JMH microbenchmarks of the hot paths: acquiring a lock that this process already has, one entry
 * in each algorithm, and encoding and decoding packets.
 */
@NullMarked
package org.peerlock.bench.jmh;

import org.jspecify.annotations.NullMarked;
