/**
 * The soak test: a long run with all kinds of locks, while processes are killed and connections
 * break. Are the counters exact in the end, and does any resource leak?
 *
 * <p>{@link org.peerlock.bench.soak.Soak} starts and kills the processes;
 * {@link org.peerlock.bench.soak.SoakNode} runs in each of them. They share a
 * {@link org.peerlock.bench.soak.SoakLedger}, a memory-mapped file. It contains everything that the
 * verdict needs; nothing is in the memory of a process that may be killed.
 *
 * <p>A process may also lose its locks because it was paused for longer than its lease. That is not
 * a defect. So an anomaly that such a loss can cause names its
 * {@linkplain org.peerlock.bench.soak.Anomaly suspects}, and is explained if one of them has lost a
 * lock. Every other anomaly is a defect.
 */
@NullMarked
package org.peerlock.bench.soak;

import org.jspecify.annotations.NullMarked;
