package org.peerlock.internal.protocol;

import org.peerlock.algorithm.Mode;

/**
 * What one holder has of a lock.
 *
 * @param permits of a semaphore; 1 otherwise
 */
public record HeldShare(Mode mode, int permits, long fence) {}
