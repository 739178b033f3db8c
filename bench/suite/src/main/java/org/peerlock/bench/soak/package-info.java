/**
 * A long run of all kinds of locks while processes are killed and connections break: are the counters exact in the end, and does anything
 * grow?
 *
 * <p>{@link org.peerlock.bench.soak.Soak} starts and kills the processes, {@link org.peerlock.bench.soak.SoakNode} is what runs in each. They
 * share a {@link org.peerlock.bench.soak.Ledger}, a file in memory. All that is needed to judge them is there, and none of it in the memory of
 * one that may be killed.
 *
 * <p>A process may also lose its locks because it stood still for longer than its lease, which is no defect. So each oddity that could come of
 * that names its {@linkplain org.peerlock.bench.soak.Anomaly suspects}, and is explained if one of them has lost a lock. What is left is a defect.
 */
@NullMarked
package org.peerlock.bench.soak;

import org.jspecify.annotations.NullMarked;
