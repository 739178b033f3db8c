package org.peerlock.lab.simulate;

import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.TimerId;

/** Receives all events of a run, with their times. */
public interface Recorder {

    void sent(long time, int from, int to, Object message);

    void delivered(long time, int from, int to, Object message);

    void asked(long time, int node, Request request);

    void entered(long time, int node, long id, long fence);

    void left(long time, int node, long id);

    void cancelled(long time, int node, long id);

    void withdrawn(long time, int node, long id);

    void expired(long time, int node, TimerId timer);

    /** A recorder that ignores all events. */
    static Recorder none() {
        return new Recorder() {
            @Override
            public void sent(long time, int from, int to, Object message) {}

            @Override
            public void delivered(long time, int from, int to, Object message) {}

            @Override
            public void asked(long time, int node, Request request) {}

            @Override
            public void entered(long time, int node, long id, long fence) {}

            @Override
            public void left(long time, int node, long id) {}

            @Override
            public void cancelled(long time, int node, long id) {}

            @Override
            public void withdrawn(long time, int node, long id) {}

            @Override
            public void expired(long time, int node, TimerId timer) {}
        };
    }
}
