package org.peerlock.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A group in which nodes request, cancel and leave at random while messages overtake each other, for a while; then no new
 * request is made, and everybody who waits must enter. Timers expire only while no message is under way. The same seed gives
 * the same story.
 */
public final class Storm<S extends Record, M> {

    private final Conversation<S, M> group;
    private final int nodes;
    private final Random random;
    private final Consumer<Conversation<S, M>> invariant;
    /** Node to the id of its last request. */
    private final SortedMap<Integer, Long> requests = new TreeMap<>();

    private final SortedMap<Integer, Integer> cancellations = new TreeMap<>();
    private int entries;
    private long greatestFence;

    /**
     * A story that has not begun.
     *
     * @param invariant asserts what must be true after every step, besides mutual exclusion and growing fences
     */
    public Storm(Conversation<S, M> group, int nodes, long seed, Consumer<Conversation<S, M>> invariant) {
        this.group = group;
        this.nodes = nodes;
        this.random = new Random(seed);
        this.invariant = invariant;
    }

    /** Tells the story, and asserts that it ends well. */
    public void run(int steps) {
        for (int step = 0; step < steps; step++) {
            randomStep();
        }
        while (!isQuiet()) {
            if (random.nextInt(4) == 0) {
                release();
            } else {
                deliver();
            }
        }
        assertThat(group.waiting()).isEmpty();
        for (int node = 1; node <= nodes; node++) {
            assertThat(isIdle(node)).isTrue();
        }
    }

    /** Nothing happens any more; what only waits for a timer need not end, once nobody waits for it to. */
    private boolean isQuiet() {
        boolean expected =
                !group.timers().isEmpty() && IntStream.rangeClosed(1, nodes).anyMatch(node -> !isIdle(node));
        return group.underway().isEmpty() && group.inside().isEmpty() && !expected;
    }

    private void randomStep() {
        int node = 1 + random.nextInt(nodes);
        switch (random.nextInt(8)) {
            case 0, 1 -> request(node);
            case 2 -> cancel(node);
            case 3 -> release();
            default -> deliver();
        }
    }

    private void request(int node) {
        if (isIdle(node)) {
            requests.put(node, group.request(node));
            check();
        }
    }

    private void cancel(int node) {
        if (group.waiting().contains(node)) {
            cancellations.merge(node, 1, Integer::sum);
            group.cancel(node);
            check();
        }
    }

    private void release() {
        for (int node : group.inside()) {
            greatestFence += random.nextInt(3);
            group.release(node, requests.getOrDefault(node, 1L), greatestFence);
            check();
        }
    }

    /** A message arrives, or a timer runs out; where time is bounded, only once nothing is under way. */
    private void deliver() {
        List<Conversation.Envelope<M>> underway = group.deliverable();
        List<Conversation.Timer> timers = group.timers();
        boolean early = !timers.isEmpty() && !group.timeBound() && random.nextInt(4) == 0;
        if (!underway.isEmpty() && !early) {
            group.deliver(underway.get(random.nextInt(underway.size())));
            check();
        } else if (!timers.isEmpty()) {
            Conversation.Timer timer = timers.get(random.nextInt(timers.size()));
            group.expire(timer.node(), timer.id());
            check();
        }
    }

    private boolean isIdle(int node) {
        return !group.waiting().contains(node)
                && !group.inside().contains(node)
                && Collections.frequency(group.withdrawn(), node) == cancellations.getOrDefault(node, 0);
    }

    private void check() {
        assertThat(group.inside()).hasSizeLessThanOrEqualTo(1);
        for (long fence : group.fences().subList(entries, group.fences().size())) {
            assertThat(fence).isGreaterThan(greatestFence);
            greatestFence = fence;
        }
        entries = group.fences().size();
        invariant.accept(group);
    }
}
