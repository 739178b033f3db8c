package org.peerlock.internal.engine.context;

/**
 * A moment on both clocks of a node. A monotonic clock may stop while the machine is suspended; the wall clock does not.
 *
 * @param nanos on the monotonic clock
 * @param wallMillis on the wall clock
 */
public record Moment(long nanos, long wallMillis) {}
