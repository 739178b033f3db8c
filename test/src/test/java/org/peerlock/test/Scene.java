package org.peerlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.brain.Algorithms;
import org.peerlock.brain.Brain;
import org.peerlock.brain.Demand;
import org.peerlock.brain.Hold;
import org.peerlock.brain.Loss;
import org.peerlock.brain.Settings;
import org.peerlock.brain.Timing;
import org.peerlock.brain.Waiter;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Registry;
import org.peerlock.brain.registry.View;
import org.peerlock.brain.word.Gate;
import org.peerlock.brain.word.Release;
import org.peerlock.lab.simulate.Delays;

/**
 * A cluster to which one thing happens after the other, in virtual time, and exactly. Nodes are numbered from 1 as they start.
 * Whatever happens, the {@link Judge} looks on.
 */
final class Scene {

    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000 * MILLI;
    static final long LEASE = 6 * SECOND;
    static final long RENEWAL = SECOND;
    static final long TICK = LEASE / 60;
    /** More than some messages and some operations on the cell take. */
    static final long MOMENT = 150 * MILLI;
    /** Longer than any fault may be felt. */
    private static final long EVER = 20 * LEASE;

    static final Settings USUAL = settings("ricart-agrawala", 10_000);

    /** A view that was installed: the numbers of its nodes. */
    record Installed(long epoch, Set<Integer> members) {}

    private final SimulatedCluster cluster;
    private final List<Installed> installed = new ArrayList<>();
    private final Set<List<Integer>> cuts = new HashSet<>();
    private SimulatedCluster.Censor censor = (from, to, packet) -> true;

    static Settings settings(String algorithm, int rhoPpm) {
        return settings(Catalogue.find(algorithm).orElseThrow(), rhoPpm, 1, 1_000);
    }

    static Settings settings(Entry<?, ?> algorithm, int rhoPpm, int cohort, int names) {
        return settings(Algorithms.of(algorithm), rhoPpm, cohort, names);
    }

    static Settings settings(Algorithms algorithms, int rhoPpm, int cohort, int names) {
        return new Settings("scene", algorithms, new Timing(LEASE, rhoPpm), "nowhere", cohort, names);
    }

    /** Nodes with good clocks, when all are members of one view. */
    Scene(int nodes) {
        this(USUAL, nodes);
    }

    Scene(Settings settings, int nodes) {
        this(settings, goodClocks(nodes));
    }

    private static double[] goodClocks(int nodes) {
        return IntStream.range(0, nodes).mapToDouble(node -> 1).toArray();
    }

    /** One node for each of these rates of clocks. */
    Scene(Settings settings, double... rates) {
        this(settings, false, rates);
    }

    /** Nodes with good clocks, in a cell that certainly nobody who lives has used before. */
    static Scene inAnUntouchedCell(int nodes) {
        return new Scene(USUAL, true, goodClocks(nodes));
    }

    private Scene(Settings settings, boolean untouched, double... rates) {
        SimulatedCell.Manners manners = new SimulatedCell.Manners(2 * MILLI, LEASE / 7, 0, 0);
        cluster = new SimulatedCluster(settings, Brain::new, Delays.parse("uniform:0.1,2"), manners, 1);
        cluster.censor((from, to, packet) ->
                !cuts.contains(List.of(from.number, to.number)) && censor.passes(from, to, packet));
        tap(new SimulatedCell.Tap() {});
        if (untouched) {
            cluster.cell().untouched();
        }
        for (double rate : rates) {
            cluster.add(rate);
        }
        awaitMembers(IntStream.rangeClosed(1, rates.length).toArray());
    }

    // Who is there

    SimulatedNode node(int number) {
        return cluster.nodes().get(number - 1);
    }

    Judge judge() {
        return cluster.judge();
    }

    SimulatedCluster cluster() {
        return cluster;
    }

    Registry registry() {
        return Objects.requireNonNull(cluster.cell().content(), "the cell is empty");
    }

    long epoch() {
        return registry().current().epoch();
    }

    /** The numbers of the nodes in the current view. */
    Set<Integer> members() {
        return numbers(registry().current());
    }

    Set<Integer> numbers(View view) {
        Set<Integer> numbers = new TreeSet<>();
        for (SimulatedNode node : cluster.nodes()) {
            if (view.has(node.brain().incarnation())) {
                numbers.add(node.number);
            }
        }
        return numbers;
    }

    /** All views that were installed after this one. */
    List<Installed> installedAfter(long epoch) {
        return installed.stream().filter(view -> view.epoch() > epoch).toList();
    }

    Incarnation incarnation(int node) {
        return node(node).brain().incarnation();
    }

    /** When the lease of a node with a good clock ends, if it renews no more. */
    long leaseEnd(int node) {
        return now() + gate(node).until() - node(node).now();
    }

    Gate gate(int node) {
        return node(node).brain().gates().current();
    }

    /** Whether a node works in the current view. */
    boolean open(int node) {
        return gate(node).open() && gate(node).epoch() == epoch();
    }

    // Time

    long now() {
        return cluster.simulator().now();
    }

    void run(long duration) {
        cluster.run(now() + duration);
        assertThat(judge().violation()).isEmpty();
    }

    void await(String what, BooleanSupplier condition) {
        long limit = now() + EVER;
        while (!condition.getAsBoolean()) {
            if (now() >= limit || !cluster.simulator().step()) {
                fail("in vain: " + what);
            }
            assertThat(judge().violation()).isEmpty();
        }
    }

    /** Until these nodes, and no others, are registered and work in one view. */
    void awaitMembers(int... numbers) {
        Set<Integer> all = new TreeSet<>(IntStream.of(numbers).boxed().toList());
        await("members " + all, () -> {
            Registry content = cluster.cell().content();
            return content != null
                    && content.next() == null
                    && content.members().size() == all.size()
                    && members().equals(all)
                    && all.stream().allMatch(this::open);
        });
    }

    /** At the next moment, when the step that is under way is over. */
    void next(Runnable action) {
        cluster.simulator().after(0, 0, action);
    }

    // What happens to nodes

    SimulatedNode start() {
        return cluster.add(1);
    }

    void crash(int node) {
        node(node).crash();
    }

    /** All others learn that a node which has crashed is certainly dead. */
    void proveDeath(int node) {
        cluster.proveDeath(node(node));
    }

    void leave(int node) {
        node(node).brain().leave(node(node).now(), false);
    }

    /** Leaves without waiting for those who hold a lock. */
    void leaveAtOnce(int node) {
        node(node).brain().leave(node(node).now(), true);
    }

    void pause(int node, long duration) {
        cluster.faults().pause(node, now() + duration);
    }

    void sleep(int node, long duration) {
        node(node).sleep(now() + duration);
    }

    // What happens to the network

    /** What one node sends to another is lost. */
    void cut(int from, int to) {
        cuts.add(List.of(from, to));
    }

    void heal(int from, int to) {
        cuts.remove(List.of(from, to));
    }

    void censor(SimulatedCluster.Censor another) {
        censor = another;
    }

    void noCensor() {
        censor = (from, to, packet) -> true;
    }

    // What happens to the cell

    void tap(SimulatedCell.Tap tap) {
        cluster.cell().tap(new SimulatedCell.Tap() {
            @Override
            public long delay(int node, Registry content) {
                return tap.delay(node, content);
            }

            @Override
            public boolean losesAnswer(int node, Registry content) {
                return tap.losesAnswer(node, content);
            }

            @Override
            public void written(int node, Registry content) {
                long last = installed.isEmpty()
                        ? 0
                        : installed.get(installed.size() - 1).epoch();
                if (content.current().epoch() != last) {
                    installed.add(new Installed(content.current().epoch(), numbers(content.current())));
                }
                tap.written(node, content);
            }
        });
    }

    /** Does something at every write, right after it has happened and before anybody knows. */
    void onWrite(BiConsumer<Integer, Registry> action) {
        tap(new SimulatedCell.Tap() {
            @Override
            public void written(int node, Registry content) {
                action.accept(node, content);
            }
        });
    }

    void noTap() {
        tap(new SimulatedCell.Tap() {});
    }

    void cutFromCell(int node) {
        cluster.cell().cutOff(node, Long.MAX_VALUE);
    }

    void healCell(int node) {
        cluster.cell().cutOff(node, 0);
    }

    // What the application does

    /** Somebody at a node who wants a lock, and perhaps gets it. */
    final class Wish implements Waiter {
        final int node;
        final Demand demand;
        private final long since = now();
        private @Nullable Hold grant;
        private Judge.@Nullable Hold hold;
        private long grantedAt;
        private boolean givenUp;
        private @Nullable String refusal;

        Wish(int node, Demand demand) {
            this.node = node;
            this.demand = demand;
        }

        @Override
        public boolean offer(Hold offered) {
            assertThat(givenUp).as("offered to one who has given up").isFalse();
            grant = offered;
            hold = judge().granted(node(node), demand, offered);
            grantedAt = now();
            return true;
        }

        @Override
        public void refuse(String reason) {
            refusal = reason;
        }

        /** Why it is in vain, if so. */
        @Nullable String refusal() {
            return refusal;
        }

        boolean granted() {
            return grant != null;
        }

        long grantedAt() {
            assertThat(granted()).isTrue();
            return grantedAt;
        }

        long waited() {
            return grantedAt() - since;
        }

        Wish await() {
            Scene.this.await("node " + node + " wants " + demand, this::granted);
            return this;
        }

        private Hold grant() {
            return Objects.requireNonNull(grant, "not granted");
        }

        private Judge.Hold hold() {
            return Objects.requireNonNull(hold, "not granted");
        }

        long fence() {
            return grant().fence();
        }

        /** The epoch in which it was granted. */
        long epoch() {
            return fence() >>> 32;
        }

        boolean valid() {
            return hold().valid();
        }

        @Nullable Loss loss() {
            return hold().loss();
        }

        long lostAt() {
            assertThat(loss()).isNotNull();
            return hold().lostAt();
        }

        /** Whether what the lock protects takes a write. */
        boolean write() {
            return judge().writes(hold());
        }

        Release release() {
            judge().released(hold());
            return node(node).release(grant());
        }

        /** Goes on reading. */
        void downgrade() {
            judge().downgraded(hold());
            node(node).brain().downgrade(node(node).now(), demand.lock(), grant().id());
        }

        void giveUp() {
            node(node).brain().giveUp(node(node).now(), demand.lock(), this);
            givenUp = true;
        }
    }

    /** Wants an exclusive lock, and does not wait for it. */
    Wish ask(int node, String lock) {
        return ask(node, Demand.exclusive(lock));
    }

    /** Wants something, and does not wait for it. */
    Wish ask(int node, Demand demand) {
        Wish wish = new Wish(node, demand);
        node(node).acquire(demand, wish);
        return wish;
    }

    /** Waits until it has an exclusive lock. */
    Wish take(int node, String lock) {
        return ask(node, lock).await();
    }

    /** Waits until it has what it wants. */
    Wish take(int node, Demand demand) {
        return ask(node, demand).await();
    }

    /** One after the other takes and releases a lock, so that all is seen to work. */
    void takeTurns(String lock, int... nodes) {
        List<Long> fences = new ArrayList<>();
        for (int node : nodes) {
            Wish wish = take(node, lock);
            fences.add(wish.fence());
            assertThat(wish.release()).isNotEqualTo(Release.LOST);
        }
        assertThat(fences).isSorted().doesNotHaveDuplicates();
    }
}
