package org.peerlock.internal.engine.context;

/**
 * The time of the input that the engine handles at the moment, on the node's monotonic clock. All components of an engine share
 * one, so that all of them see the same time for as long as one input is handled.
 */
public final class InputTime {

    private long nowNanos;

    public InputTime(long nowNanos) {
        this.nowNanos = nowNanos;
    }

    /** The time at which the current input arrived. */
    public long nowNanos() {
        return nowNanos;
    }

    /** A new input has arrived at this time. Only the engine itself calls this. */
    public void advanceTo(long nanos) {
        nowNanos = nanos;
    }
}
