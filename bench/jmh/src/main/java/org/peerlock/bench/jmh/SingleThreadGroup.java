package org.peerlock.bench.jmh;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;

/**
 * The nodes of one algorithm, driven by one thread. They enter one after the other. Messages are
 * delivered in the order in which they were sent. A timer expires only when no message is in flight
 * and the requesting node still waits; the timer that was set first expires first.
 */
final class SingleThreadGroup<S extends Record, M> {

    private record Envelope<M>(int from, int to, M message) {}

    private record Timer(int node, TimerId id) {}

    private final List<Node> nodes = new ArrayList<>();
    private final boolean observesItself;
    private final Queue<Envelope<M>> inFlight = new ArrayDeque<>();
    private final List<Timer> timers = new ArrayList<>();
    private long requests;
    private long steps;
    private boolean inside;
    private long fence;

    SingleThreadGroup(CatalogueEntry<S, M> entry, int size) {
        observesItself = entry.profile().assumptions().medium() == Medium.SEQUENCED;
        for (Algorithm<S, M> algorithm : entry.create(GroupConfig.mutex(size))) {
            nodes.add(new Node(algorithm, nodes.size() + 1));
        }
    }

    /**
     * The next node in turn requests, enters and leaves; all messages are delivered. Returns the
     * fencing token.
     */
    long enterAndLeave() {
        long request = ++requests;
        Node node = node((int) (request % nodes.size()) + 1);
        node.request(request);
        while (!inside) {
            if (!deliver()) {
                expire();
            }
        }
        inside = false;
        node.release(request);
        while (deliver()) {
            // the messages of the release, and the messages that those cause
        }
        return fence;
    }

    /**
     * The number of steps of all nodes so far: requests, releases, deliveries and expired timers.
     */
    long steps() {
        return steps;
    }

    private Node node(int number) {
        return nodes.get(number - 1);
    }

    private boolean deliver() {
        Envelope<M> next = inFlight.poll();
        if (next == null) {
            return false;
        }
        node(next.to).receive(next);
        return true;
    }

    private void expire() {
        if (timers.isEmpty()) {
            throw new IllegalStateException("deadlock: a node waits, with no message in flight and no timer set");
        }
        Timer next = timers.remove(0);
        node(next.node).expire(next.id);
    }

    private final class Node implements Effects<M> {

        private final Algorithm<S, M> algorithm;
        private final int me;
        private S state;

        Node(Algorithm<S, M> algorithm, int me) {
            this.algorithm = algorithm;
            this.me = me;
            state = algorithm.initial(Start.fresh(), this);
        }

        void request(long id) {
            steps++;
            state = algorithm.onRequest(state, Request.exclusive(id), this);
        }

        void release(long id) {
            steps++;
            state = algorithm.onRelease(state, id, fence, this);
        }

        void receive(Envelope<M> envelope) {
            steps++;
            state = algorithm.onMessage(state, envelope.from, envelope.message, this);
        }

        void expire(TimerId timer) {
            steps++;
            state = algorithm.onTimer(state, timer, this);
        }

        @Override
        public void send(int to, M message) {
            inFlight.add(new Envelope<>(me, to, message));
        }

        @Override
        public void broadcast(M message) {
            for (Node each : nodes) {
                if (each != this || observesItself) {
                    send(each.me, message);
                }
            }
        }

        @Override
        public void enter(long requestId, long given) {
            inside = true;
            fence = given;
        }

        @Override
        public void withdrawn(long requestId) {
            throw new AssertionError("no request is ever withdrawn here");
        }

        @Override
        public void setTimer(TimerId timer, Timeout timeout) {
            cancelTimer(timer);
            timers.add(new Timer(me, timer));
        }

        @Override
        public void cancelTimer(TimerId timer) {
            timers.remove(new Timer(me, timer));
        }
    }
}
