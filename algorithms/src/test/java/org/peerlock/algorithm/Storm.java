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
 * A random run: for a while nodes request, cancel and leave at random while messages overtake each
 * other; then no new request is made, and every request that waits must enter. The same seed gives
 * the same run.
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
     * Prepares a run.
     *
     * @param invariant asserts what must hold after every step, in addition to mutual exclusion and
     *     growing fences
     */
    public Storm(Conversation<S, M> group, int nodes, long seed, Consumer<Conversation<S, M>> invariant) {
        this.group = group;
        this.nodes = nodes;
        this.random = new Random(seed);
        this.invariant = invariant;
    }

    /**
     * Runs so many random steps and then until all requests have ended; asserts that none waits for
     * ever.
     */
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

    /**
     * Whether nothing can happen any more. A timer that no request depends on need not expire.
     */
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

    /**
     * A message arrives, or a timer expires; if delays are bounded, a timer expires only while no
     * message is under way.
     */
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
