package org.peerlock.internal.protocol;

import org.peerlock.algorithm.Mode;

/**
 * The share of a lock that one holder has.
 *
 * @param permits of a semaphore; 1 otherwise
 */
public record HeldShare(Mode mode, int permits, long fence) {}
