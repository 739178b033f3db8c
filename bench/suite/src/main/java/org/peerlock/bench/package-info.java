/**
 * The benchmark: compares Peerlock's throughput and latency with the limits of the machine and with
 * other products. {@link org.peerlock.bench.BenchmarkRun} runs each workload on the processes of a
 * {@link org.peerlock.bench.WorkerGroup}.
 */
@NullMarked
package org.peerlock.bench;

import org.jspecify.annotations.NullMarked;
