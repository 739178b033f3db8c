package org.peerlock.cli.demo;

/**
 * A node entered after a holder that could not release the lock.
 *
 * @param from the holder
 * @param to the node that entered
 * @param stopped whether the holder was paused; otherwise it was killed
 * @param millis how long after that
 */
record Failover(int from, int to, boolean stopped, long millis) {}
