package org.peerlock.brain;

import org.peerlock.algorithm.Mode;

/**
 * What one holder has of a lock.
 *
 * @param permits of a semaphore; 1 otherwise
 */
public record Share(Mode mode, int permits, long fence) {}
