package org.peerlock.internal.engine.locks;

import java.util.ArrayList;
import java.util.List;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.QueuePosition;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.catalogue.CatalogueEntry;

/** The algorithm that decides, in one view, which member has one lock, as it runs at this node. */
public final class AlgorithmInstance<S extends Record, M> {

    /** Learns what becomes of requests. */
    public interface Listener {

        /**
         * A request has entered.
         *
         * @param byMessage whether a message of another node let it enter
         */
        void onEntered(String lock, Capacity capacity, long requestId, long fence, boolean byMessage);

        /** A request that was cancelled is over. */
        void onWithdrawn(String lock, long requestId);
    }

    private final String lock;
    final Capacity capacity;
    final CatalogueEntry<S, M> entry;
    private final Algorithm<S, M> algorithm;
    private final int me;
    private final int nodes;
    private final MessageSender sender;
    private final Listener listener;
    private S state;
    private boolean used;

    /**
     * @param entry that of the algorithm
     * @param me this node's number
     * @param nodes how many there are
     */
    AlgorithmInstance(
            CatalogueEntry<S, M> entry,
            Algorithm<S, M> algorithm,
            String lock,
            Capacity capacity,
            int me,
            int nodes,
            Start start,
            MessageSender sender,
            Listener listener) {
        this.entry = entry;
        this.algorithm = algorithm;
        this.lock = lock;
        this.capacity = capacity;
        this.me = me;
        this.nodes = nodes;
        this.sender = sender;
        this.listener = listener;
        Out out = new Out(false);
        state = algorithm.initial(start, out);
        out.tell();
    }

    /** Somebody here uses the lock. Returns whether that is the first time in this view. */
    boolean markUsed() {
        boolean first = !used;
        used = true;
        return first;
    }

    void request(Request request) {
        step(false, (before, out) -> algorithm.onRequest(before, request, out));
    }

    void cancel(long requestId) {
        step(false, (before, out) -> algorithm.onCancel(before, requestId, out));
    }

    void release(long requestId, long lastFence) {
        step(false, (before, out) -> algorithm.onRelease(before, requestId, lastFence, out));
    }

    /**
     * A message has arrived. One of another algorithm is ignored: no member of the view sends it, because all have the same
     * algorithms.
     */
    @SuppressWarnings("unchecked") // a message has the type that belongs to the algorithm which it names
    void receive(int from, String itsAlgorithm, Object message) {
        if (itsAlgorithm.equals(entry.id())) {
            step(true, (before, out) -> algorithm.onMessage(before, from, (M) message, out));
        }
    }

    Contention wanted() {
        return algorithm.contention(state);
    }

    /** What is known here of the order in which requests are served. */
    QueuePosition place(long requestId) {
        return algorithm.queuePosition(state, requestId);
    }

    private interface Step<S, M> {
        S take(S state, Effects<M> out);
    }

    /** The step is over, and its state kept, before anybody hears that a request has entered, and perhaps releases it. */
    private void step(boolean byMessage, Step<S, M> step) {
        Out out = new Out(byMessage);
        state = step.take(state, out);
        out.tell();
    }

    /** Passes on what a step wants done. */
    private final class Out implements Effects<M> {

        private final boolean byMessage;
        private List<Runnable> told = List.of();

        Out(boolean byMessage) {
            this.byMessage = byMessage;
        }

        void tell() {
            told.forEach(Runnable::run);
        }

        @Override
        public void send(int to, M message) {
            sender.send(lock, capacity, entry.id(), to, message);
        }

        @Override
        public void broadcast(M message) {
            for (int to = 1; to <= nodes; to++) {
                if (to != me) {
                    send(to, message);
                }
            }
        }

        @Override
        public void enter(long requestId, long fence) {
            later(() -> listener.onEntered(lock, capacity, requestId, fence, byMessage));
        }

        @Override
        public void withdrawn(long requestId) {
            later(() -> listener.onWithdrawn(lock, requestId));
        }

        private void later(Runnable news) {
            if (told.isEmpty()) {
                told = new ArrayList<>(1); // most steps have none
            }
            told.add(news);
        }

        @Override
        public void setTimer(TimerId timer, Timeout timeout) {
            throw new AssertionError("an algorithm that needs a clock is not run live");
        }

        @Override
        public void cancelTimer(TimerId timer) {
            throw new AssertionError("an algorithm that needs a clock is not run live");
        }
    }
}
