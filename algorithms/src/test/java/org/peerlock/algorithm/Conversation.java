package org.peerlock.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.peerlock.algorithm.MembershipAlgorithm.MemberStatus;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;

/**
 * A few nodes and the messages between them, for tests that follow a paper step by step.
 */
public final class Conversation<S extends Record, M> {

    /** A message under way. */
    public record Envelope<M>(int from, int to, M message) {}

    /** A timer that runs at a node. */
    public record Timer(int node, TimerId id) {}

    private final List<Algorithm<S, M>> nodes;
    private final List<S> states = new ArrayList<>();
    private final List<Envelope<M>> underway = new ArrayList<>();
    private final List<Timer> timers = new ArrayList<>();
    private final List<M> sent = new ArrayList<>();
    private final List<Integer> entered = new ArrayList<>();
    private final List<Long> fences = new ArrayList<>();
    private final List<Integer> withdrawn = new ArrayList<>();
    /** Request id to node, for those inside. */
    private final SortedMap<Long, Integer> inside = new TreeMap<>();

    private final SortedMap<Long, Integer> waiting = new TreeMap<>();
    private final SortedSet<Integer> crashed = new TreeSet<>();
    private long requests;

    public Conversation(List<Algorithm<S, M>> nodes, Start start) {
        this.nodes = nodes;
        for (Start.Inside already : start.inside()) {
            inside.put(already.request().id(), already.node());
            requests = Math.max(requests, already.request().id());
        }
        for (int node = 1; node <= nodes.size(); node++) {
            states.add(node(node).initial(start, new Recorder(node)));
        }
    }

    /** A group of {@code n} nodes, each created from its number. */
    public static <S extends Record, M> Conversation<S, M> of(
            int n, Start start, IntFunction<? extends Algorithm<S, M>> node) {
        List<Algorithm<S, M>> nodes = new ArrayList<>();
        for (int me = 1; me <= n; me++) {
            nodes.add(node.apply(me));
        }
        return new Conversation<>(nodes, start);
    }

    /** A start in which {@code node} is inside with request 1, and the greatest fence is 7. */
    public static Start holder(int node) {
        return new Start(1, 7, List.of(new Start.Inside(node, Request.exclusive(1))));
    }

    /** A group in which no node is inside, and the token is at node 1. */
    public static <S extends Record, M> Conversation<S, M> fresh(CatalogueEntry<S, M> entry, GroupConfig config) {
        return new Conversation<>(entry.create(config), Start.fresh());
    }

    /** The node makes an exclusive request; returns the request's id. */
    public long request(int node) {
        return request(node, Request.exclusive(requests + 1));
    }

    public long request(int node, Request request) {
        requests = Math.max(requests, request.id());
        waiting.put(request.id(), node);
        set(node, node(node).onRequest(state(node), request, new Recorder(node)));
        return request.id();
    }

    /** The node leaves; it must have one request inside. */
    public void release(int node) {
        release(node, only(inside, node), fences.isEmpty() ? 0 : fences.get(fences.size() - 1));
    }

    public void release(int node, long requestId, long lastFence) {
        inside.remove(requestId);
        set(node, node(node).onRelease(state(node), requestId, lastFence, new Recorder(node)));
    }

    /** The node cancels its request; exactly one must wait. */
    public void cancel(int node) {
        cancel(node, only(waiting, node));
    }

    public void cancel(int node, long requestId) {
        waiting.remove(requestId);
        set(node, node(node).onCancel(state(node), requestId, new Recorder(node)));
    }

    /** Delivers the oldest message from one node to another. */
    public void deliver(int from, int to) {
        deliver(from, to, Object.class);
    }

    /** Delivers the oldest message of a type from one node to another; others stay under way. */
    public void deliver(int from, int to, Class<?> type) {
        for (Envelope<M> envelope : underway) {
            if (envelope.from() == from && envelope.to() == to && type.isInstance(envelope.message())) {
                deliver(envelope);
                return;
            }
        }
        throw new AssertionError("no " + type.getSimpleName() + " from " + from + " to " + to + " in " + underway);
    }

    /** Delivers messages, the oldest first, until none is under way. */
    public void settle() {
        while (!underway.isEmpty()) {
            deliver(underway.get(0));
        }
    }

    /**
     * The nodes make requests, and enter and leave one after the other, until no message is under
     * way.
     */
    public void enterAndLeave(int... requesters) {
        for (int node : requesters) {
            request(node);
        }
        settle();
        while (!inside.isEmpty()) {
            release(inside.values().iterator().next());
            settle();
        }
    }

    /** Delivers one of the messages under way. */
    public void deliver(Envelope<M> envelope) {
        underway.remove(envelope);
        int to = envelope.to();
        set(to, node(to).onMessage(state(to), envelope.from(), envelope.message(), new Recorder(to)));
    }

    /** A timer of the node expires; it must be running. */
    public void expire(int node, TimerId id) {
        Expect.that(timers.remove(new Timer(node, id)), "only a running timer can expire");
        set(node, node(node).onTimer(state(node), id, new Recorder(node)));
    }

    /** Whether the algorithm assumes that message delays are bounded. */
    public boolean timeBound() {
        return nodes.get(0).profile().assumptions().timeBound();
    }

    /** An input that only some algorithms have. */
    public interface Input<S extends Record, M> {
        S apply(MembershipAlgorithm<S, M> node, S state, Effects<M> out);
    }

    /** Gives a node such an input: join, leave or failure. */
    public void give(int node, Input<S, M> input) {
        set(node, input.apply(member(node), state(node), new Recorder(node)));
    }

    /** The node crashes; messages under way to it are lost. */
    public void crash(int node) {
        underway.removeIf(envelope -> envelope.to() == node);
        timers.removeIf(timer -> timer.node() == node);
        waiting.values().removeIf(waits -> waits == node);
        inside.values().removeIf(isInside -> isInside == node);
        crashed.add(node);
    }

    /** The running timers, in the order in which they were set. */
    public List<Timer> timers() {
        return timers;
    }

    /** The nodes inside now, ascending. */
    public List<Integer> inside() {
        return inside.values().stream().sorted().toList();
    }

    /** The nodes that wait now, ascending. */
    public List<Integer> waiting() {
        return waiting.values().stream().sorted().toList();
    }

    /** The nodes that ever entered, in order. */
    public List<Integer> entered() {
        return entered;
    }

    /** The fences in order of entry. */
    public List<Long> fences() {
        return fences;
    }

    /** The nodes whose cancelled request is gone, in order. */
    public List<Integer> withdrawn() {
        return withdrawn;
    }

    /** All messages ever sent. */
    public List<M> sent() {
        return sent;
    }

    /** How many messages of a type were ever sent. */
    public long sent(Class<? extends M> type) {
        return sent.stream().filter(type::isInstance).count();
    }

    /** The messages under way from one node to another, oldest first. */
    public List<M> underway(int from, int to) {
        return underway.stream()
                .filter(envelope -> envelope.from() == from && envelope.to() == to)
                .map(Envelope::message)
                .toList();
    }

    public List<Envelope<M>> underway() {
        return underway;
    }

    /** The messages that may arrive next: all, or on a sequenced medium the oldest to each node. */
    public List<Envelope<M>> deliverable() {
        if (!sequenced()) {
            return underway;
        }
        SortedMap<Integer, Envelope<M>> oldest = new TreeMap<>();
        underway.forEach(envelope -> oldest.putIfAbsent(envelope.to(), envelope));
        return List.copyOf(oldest.values());
    }

    private boolean sequenced() {
        return node(1).profile().assumptions().medium() == Medium.SEQUENCED;
    }

    public S state(int node) {
        return states.get(node - 1);
    }

    public Contention contention(int node) {
        return node(node).contention(state(node));
    }

    private Algorithm<S, M> node(int node) {
        return nodes.get(node - 1);
    }

    private MembershipAlgorithm<S, M> member(int node) {
        return (MembershipAlgorithm<S, M>) node(node);
    }

    private void set(int node, S state) {
        states.set(node - 1, state);
        if (node(node) instanceof MembershipAlgorithm && member(node).status(state) == MemberStatus.OUTSIDE) {
            waiting.values().removeIf(waits -> waits == node);
            inside.values().removeIf(isInside -> isInside == node);
        }
    }

    private static long only(SortedMap<Long, Integer> requests, int node) {
        List<Long> ids = requests.entrySet().stream()
                .filter(request -> request.getValue() == node)
                .map(Map.Entry::getKey)
                .toList();
        Expect.that(ids.size() == 1, "node " + node + " must have exactly one such request, but has " + ids.size());
        return ids.get(0);
    }

    private final class Recorder implements Effects<M> {

        private final int node;

        Recorder(int node) {
            this.node = node;
        }

        @Override
        public void send(int to, M message) {
            Expect.that(to != node, "a node does not send to itself");
            if (!crashed.contains(to)) {
                underway.add(new Envelope<>(node, to, message));
            }
            sent.add(message);
        }

        @Override
        public void broadcast(M message) {
            for (int to = 1; to <= nodes.size(); to++) {
                if (to != node || sequenced()) {
                    underway.add(new Envelope<>(node, to, message));
                }
            }
            sent.add(message);
        }

        @Override
        public void enter(long requestId, long fence) {
            Expect.that(waiting.remove(requestId) != null, "only a request that waits may enter");
            inside.put(requestId, node);
            entered.add(node);
            fences.add(fence);
        }

        @Override
        public void withdrawn(long requestId) {
            withdrawn.add(node);
        }

        @Override
        public void setTimer(TimerId timer, Timeout timeout) {
            timers.remove(new Timer(node, timer));
            timers.add(new Timer(node, timer));
        }

        @Override
        public void cancelTimer(TimerId timer) {
            timers.remove(new Timer(node, timer));
        }
    }
}
