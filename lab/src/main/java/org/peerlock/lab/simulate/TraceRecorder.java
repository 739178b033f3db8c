package org.peerlock.lab.simulate;

import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.TimerId;
import org.peerlock.lab.trace.Trace;
import org.peerlock.lab.trace.TraceWriter;

/** Records the trace of a run. */
public final class TraceRecorder implements Recorder {

    private final TraceWriter writer;

    public TraceRecorder(int nodes) {
        writer = new TraceWriter(nodes);
    }

    private static double units(long time) {
        return (double) time / Distribution.UNIT;
    }

    @Override
    public void sent(long time, int from, int to, Object message) {
        writer.sent(units(time), from, to, message);
    }

    @Override
    public void delivered(long time, int from, int to, Object message) {
        writer.delivered(units(time), from, to, message);
    }

    @Override
    public void asked(long time, int node, Request request) {
        writer.asked(units(time), node, request);
    }

    @Override
    public void entered(long time, int node, long id, long fence) {
        writer.entered(units(time), node, id, fence);
    }

    @Override
    public void left(long time, int node, long id) {
        writer.left(units(time), node, id);
    }

    @Override
    public void cancelled(long time, int node, long id) {
        writer.cancelled(units(time), node, id);
    }

    @Override
    public void withdrawn(long time, int node, long id) {
        writer.withdrawn(units(time), node, id);
    }

    @Override
    public void expired(long time, int node, TimerId timer) {
        writer.expired(units(time), node, timer.name());
    }

    /** The recorded trace. */
    public Trace trace(String title, String subtitle) {
        return writer.trace(title, subtitle, Trace.Unit.TIME);
    }
}
