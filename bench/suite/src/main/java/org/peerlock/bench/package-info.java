/**
 * How fast Peerlock is: beside the limits of the machine, and beside what else there is. Each row of the table is a load on some
 * processes, which {@link org.peerlock.bench.WorkerGroup} starts and commands.
 */
@NullMarked
package org.peerlock.bench;

import org.jspecify.annotations.NullMarked;
