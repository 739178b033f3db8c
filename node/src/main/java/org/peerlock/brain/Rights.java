package org.peerlock.brain;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.Wait;
import org.peerlock.algorithm.Wanted;

/**
 * This node's part in the algorithm that decides which member of a view has which lock. The algorithm runs once for each
 * name, and begins when the name is first heard of: all members start it alike, whenever they do.
 */
final class Rights<S extends Record, M> {

    /** What the algorithm wants done for a lock. */
    interface Outcome {

        void send(String lock, int to, Object message);

        /** The request has entered: this node has the lock. */
        void entered(String lock, long fence);
    }

    /** The request of a member that had the lock already when the view began; those made in the view count from 1. */
    static final long CARRIED = 0;

    private final Algorithm<S, M> algorithm;
    final int me;
    private final int nodes;
    private final long fence;
    private final SortedMap<String, Integer> holders;
    private final Outcome outcome;
    final SortedMap<String, S> states = new TreeMap<>();

    /**
     * @param algorithm this node's part
     * @param me this node's number
     * @param nodes how many there are
     * @param fence every fence given before is smaller
     * @param holders the node that has each lock which is held when the view begins
     */
    Rights(
            Algorithm<S, M> algorithm,
            int me,
            int nodes,
            long fence,
            SortedMap<String, Integer> holders,
            Outcome outcome) {
        this.algorithm = algorithm;
        this.me = me;
        this.nodes = nodes;
        this.fence = fence;
        this.holders = holders;
        this.outcome = outcome;
    }

    void request(String lock, Request request) {
        step(lock, (state, out) -> algorithm.onRequest(state, request, out));
    }

    void release(String lock, long requestId, long lastFence) {
        step(lock, (state, out) -> algorithm.onRelease(state, requestId, lastFence, out));
    }

    @SuppressWarnings("unchecked") // all members of a cluster run the same algorithm: the cell says which
    void receive(String lock, int from, Object message) {
        step(lock, (state, out) -> algorithm.onMessage(state, from, (M) message, out));
    }

    Wanted wanted(String lock) {
        return algorithm.wanted(state(lock));
    }

    /** How many names have been heard of. */
    int names() {
        return states.size();
    }

    private interface Step<S, M> {
        S take(S state, Effects<M> out);
    }

    /** The step is over, and its state kept, before anybody hears that the lock was entered and perhaps releases it. */
    private void step(String lock, Step<S, M> step) {
        Out out = new Out(lock);
        states.put(lock, step.take(state(lock), out));
        out.tell();
    }

    private S state(String lock) {
        S state = states.get(lock);
        if (state == null) {
            state = start(lock);
            states.put(lock, state);
        }
        return state;
    }

    private S start(String lock) {
        Integer holder = holders.get(lock);
        List<Start.Inside> inside =
                holder == null ? List.of() : List.of(new Start.Inside(holder, Request.exclusive(CARRIED)));
        Out out = new Out(lock);
        S state = algorithm.initial(new Start(home(lock), fence, inside), out);
        out.tell();
        return state;
    }

    /** Where a token is when the view begins: a hash that every Java computes alike spreads the names over the members. */
    int home(String lock) {
        return Math.floorMod(lock.hashCode(), nodes) + 1;
    }

    /** Passes on what a step wants done. */
    private final class Out implements Effects<M> {

        private final String lock;
        private boolean entered;
        private long withFence;

        Out(String lock) {
            this.lock = lock;
        }

        void tell() {
            if (entered) {
                outcome.entered(lock, withFence);
            }
        }

        @Override
        public void send(int to, M message) {
            outcome.send(lock, to, message);
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
        public void enter(long requestId, long next) {
            entered = true;
            withFence = next;
        }

        @Override
        public void withdrawn(long requestId) {
            throw new AssertionError("no request is withdrawn: if nobody waits for it any more, its right is kept");
        }

        @Override
        public void setTimer(TimerId timer, Wait wait) {
            throw new AssertionError("an algorithm that needs a clock is not run live");
        }

        @Override
        public void cancelTimer(TimerId timer) {
            throw new AssertionError("an algorithm that needs a clock is not run live");
        }
    }
}
