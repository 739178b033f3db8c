package org.peerlock.internal.engine.context;

/**
 * The time of the input that the engine handles at the moment. All components of an engine share one, so that all of them see the
 * same time for as long as one input is handled.
 */
public final class InputTime {

    private long nowNanos;
    private long wallMillis;

    public InputTime(long nowNanos, long wallMillis) {
        this.nowNanos = nowNanos;
        this.wallMillis = wallMillis;
    }

    /** The time at which the current input arrived, on the node's monotonic clock. */
    public long nowNanos() {
        return nowNanos;
    }

    /** The time at which the current input arrived, on both clocks. */
    public Moment now() {
        return new Moment(nowNanos, wallMillis);
    }

    /** A new input has arrived at this time. Only the engine itself calls this. */
    public void advanceTo(long nanos) {
        nowNanos = nanos;
    }

    /** The wall clock shows this. Only the engine itself calls this. */
    public void setWall(long millis) {
        wallMillis = millis;
    }
}
