package org.peerlock.cli.demo;

/**
 * Somebody entered after a holder who could not give the lock back.
 *
 * @param from the holder
 * @param to who entered
 * @param stopped whether the holder was stopped; otherwise it was killed
 * @param millis how long after
 */
record Failover(int from, int to, boolean stopped, long millis) {}
