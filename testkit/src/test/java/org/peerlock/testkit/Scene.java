package org.peerlock.testkit;

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
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.engine.locks.Hold;
import org.peerlock.internal.engine.locks.Waiter;
import org.peerlock.internal.engine.lockword.GrantGate;
import org.peerlock.internal.engine.lockword.ReleaseOutcome;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.lab.simulate.Delays;

/**
 * A cluster in virtual time, in which a test makes one thing happen after the other, exactly. Nodes are numbered from 1 in the
 * order in which they start. The {@link InvariantMonitor} checks every step.
 */
final class Scene {

    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000 * MILLI;
    static final long LEASE = 6 * SECOND;
    static final long RENEWAL = SECOND;
    static final long TICK = LEASE / 60;
    /** More than some messages and some operations on the registry take. */
    static final long MOMENT = 150 * MILLI;
    /** Longer than any fault has an effect. */
    private static final long EVER = 20 * LEASE;

    static final NodeSettings USUAL = settings("ricart-agrawala", 10_000);

    /** A view that was installed: the numbers of its nodes. */
    record Installed(long epoch, Set<Integer> members) {}

    private final SimulatedCluster cluster;
    private final List<Installed> installed = new ArrayList<>();
    private final Set<List<Integer>> cuts = new HashSet<>();
    /** Nodes whose requests to renew their lease get lost. */
    private final Set<Integer> renewAlone = new HashSet<>();

    private SimulatedCluster.PacketFilter packetFilter = (from, to, packet) -> true;

    static NodeSettings settings(String algorithm, int rhoPpm) {
        return settings(Catalogue.find(algorithm).orElseThrow(), rhoPpm, 1, 1_000);
    }

    static NodeSettings settings(CatalogueEntry<?, ?> algorithm, int rhoPpm, int cohort, int names) {
        return settings(AlgorithmSelection.of(algorithm), rhoPpm, cohort, names);
    }

    static NodeSettings settings(AlgorithmSelection algorithms, int rhoPpm, int cohort, int names) {
        return new NodeSettings("scene", algorithms, new Timing(LEASE, rhoPpm), "nowhere", cohort, names);
    }

    /** Nodes with good clocks, when all are members of one view. */
    Scene(int nodes) {
        this(USUAL, nodes);
    }

    Scene(NodeSettings settings, int nodes) {
        this(settings, goodClocks(nodes));
    }

    private static double[] goodClocks(int nodes) {
        return IntStream.range(0, nodes).mapToDouble(node -> 1).toArray();
    }

    /** One node for each of these rates of clocks. */
    Scene(NodeSettings settings, double... rates) {
        this(NodeEngine::new, settings, false, rates);
    }

    /** Nodes with such engines, and good clocks. */
    Scene(TestEngineFactory engines, NodeSettings settings, int nodes) {
        this(engines, settings, false, goodClocks(nodes));
    }

    /** Nodes with good clocks, in a registry that knows which members may be alive: none at first. */
    static Scene inARegistryThatKnowsItsMembers(NodeSettings settings, int nodes) {
        return new Scene(NodeEngine::new, settings, true, goodClocks(nodes));
    }

    private Scene(TestEngineFactory engines, NodeSettings settings, boolean knowsMembers, double... rates) {
        SimulatedRegistryStore.Reliability reliability =
                new SimulatedRegistryStore.Reliability(2 * MILLI, LEASE / 7, 0, 0);
        cluster = new SimulatedCluster(settings, engines, Delays.parse("uniform:0.1,2"), reliability, 1);
        cluster.filter((from, to, packet) -> !cuts.contains(List.of(from.number, to.number))
                && !(packet instanceof Packet.RenewalRequest && renewAlone.contains(from.number))
                && packetFilter.passes(from, to, packet));
        intercept(new SimulatedRegistryStore.WriteInterceptor() {});
        if (knowsMembers) {
            cluster.registryStore().knowMembers();
        }
        for (double rate : rates) {
            cluster.add(rate);
        }
        awaitMembers(IntStream.rangeClosed(1, rates.length).toArray());
    }

    // Nodes

    SimulatedNode node(int number) {
        return cluster.nodes().get(number - 1);
    }

    InvariantMonitor monitor() {
        return cluster.monitor();
    }

    SimulatedCluster cluster() {
        return cluster;
    }

    ClusterState registry() {
        return Objects.requireNonNull(cluster.registryStore().content(), "the registry is empty");
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
            if (view.has(node.engine().incarnation())) {
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
        return node(node).engine().incarnation();
    }

    /** When the lease of a node with a good clock ends, if it renews no more. */
    long leaseEnd(int node) {
        return now() + gate(node).until() - node(node).now();
    }

    GrantGate gate(int node) {
        return node(node).engine().gates().current();
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
        assertThat(monitor().violation()).isEmpty();
    }

    void await(String what, BooleanSupplier condition) {
        long limit = now() + EVER;
        while (!condition.getAsBoolean()) {
            if (now() >= limit || !cluster.simulator().step()) {
                fail("in vain: " + what);
            }
            assertThat(monitor().violation()).isEmpty();
        }
    }

    /** Until these nodes, and no others, are registered and work in one view. */
    void awaitMembers(int... numbers) {
        Set<Integer> all = new TreeSet<>(IntStream.of(numbers).boxed().toList());
        await("members " + all, () -> {
            ClusterState content = cluster.registryStore().content();
            return content != null
                    && content.next() == null
                    && content.members().size() == all.size()
                    && members().equals(all)
                    && all.stream().allMatch(this::open);
        });
    }

    /** At the next moment, when the current step is over. */
    void next(Runnable action) {
        cluster.simulator().after(0, 0, action);
    }

    // Faults of nodes

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
        leave(node, LEASE);
    }

    /** Leaves when all holders have finished, or this time is up. */
    void leave(int node, long drainNanos) {
        node(node).engine().leave(node(node).now(), drainNanos);
    }

    /** Leaves without waiting for the holders of its locks. */
    void leaveAtOnce(int node) {
        node(node).engine().leave(node(node).now(), 0);
    }

    void pause(int node, long duration) {
        cluster.faults().pause(node, now() + duration);
    }

    void sleep(int node, long duration) {
        node(node).sleep(now() + duration);
    }

    // Faults of the network

    /** The packets from one node to another are lost. */
    void cut(int from, int to) {
        cuts.add(List.of(from, to));
    }

    void heal(int from, int to) {
        cuts.remove(List.of(from, to));
    }

    void filter(SimulatedCluster.PacketFilter another) {
        packetFilter = another;
    }

    void noFilter() {
        packetFilter = (from, to, packet) -> true;
    }

    // Faults of the registry

    void intercept(SimulatedRegistryStore.WriteInterceptor writeInterceptor) {
        cluster.registryStore().intercept(new SimulatedRegistryStore.WriteInterceptor() {
            @Override
            public long delay(int node, ClusterState content) {
                return writeInterceptor.delay(node, content);
            }

            @Override
            public boolean fails(int node, ClusterState content) {
                return writeInterceptor.fails(node, content);
            }

            @Override
            public boolean losesAnswer(int node, ClusterState content) {
                return writeInterceptor.losesAnswer(node, content);
            }

            @Override
            public void written(int node, ClusterState content) {
                long last = installed.isEmpty()
                        ? 0
                        : installed.get(installed.size() - 1).epoch();
                if (content.current().epoch() != last) {
                    installed.add(new Installed(content.current().epoch(), numbers(content.current())));
                }
                writeInterceptor.written(node, content);
            }
        });
    }

    /** Does something at every write, right after it has happened and before any node knows of it. */
    void onWrite(BiConsumer<Integer, ClusterState> action) {
        intercept(new SimulatedRegistryStore.WriteInterceptor() {
            @Override
            public void written(int node, ClusterState content) {
                action.accept(node, content);
            }
        });
    }

    void noIntercept() {
        intercept(new SimulatedRegistryStore.WriteInterceptor() {});
    }

    /** Puts another content in the place of the registry's. */
    void restoreRegistry(ClusterState content) {
        cluster.registryStore().restore(content);
    }

    void deleteRegistry() {
        cluster.registryStore().delete();
    }

    /** From now on nobody renews the lease of this node but itself. */
    void renewsAlone(int node) {
        renewAlone.add(node);
    }

    /** The node neither reaches the registry itself, nor through another node. */
    void cutFromRegistry(int node) {
        renewsAlone(node);
        cutOwnWayToRegistry(node);
    }

    /** The node does not reach the registry itself. */
    void cutOwnWayToRegistry(int node) {
        cluster.registryStore().cutOff(node, Long.MAX_VALUE);
    }

    void healRegistry(int node) {
        renewAlone.remove(node);
        cluster.registryStore().cutOff(node, 0);
    }

    // The application

    /** A request of a client at a node, and perhaps its grant. */
    final class Acquisition implements Waiter {
        final int node;
        final AcquireRequest acquireRequest;
        private final long since = now();
        private @Nullable Hold grant;
        private InvariantMonitor.@Nullable TrackedHold trackedHold;
        private long grantedAt;
        private boolean givenUp;
        private @Nullable String refusal;

        Acquisition(int node, AcquireRequest acquireRequest) {
            this.node = node;
            this.acquireRequest = acquireRequest;
        }

        @Override
        public boolean offer(Hold offered) {
            assertThat(givenUp).as("offered to one who has given up").isFalse();
            grant = offered;
            trackedHold = monitor().granted(node(node), acquireRequest, offered);
            grantedAt = now();
            return true;
        }

        @Override
        public void refuse(String reason) {
            refusal = reason;
        }

        /** Why the request was refused; null if it was not. */
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

        Acquisition await() {
            Scene.this.await("node " + node + " wants " + acquireRequest, this::granted);
            return this;
        }

        private Hold grant() {
            return Objects.requireNonNull(grant, "not granted");
        }

        private InvariantMonitor.TrackedHold hold() {
            return Objects.requireNonNull(trackedHold, "not granted");
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

        @Nullable LossCause loss() {
            return hold().loss();
        }

        long lostAt() {
            assertThat(loss()).isNotNull();
            return hold().lostAt();
        }

        /** Whether the protected resource accepts a write. */
        boolean write() {
            return monitor().writes(hold());
        }

        ReleaseOutcome release() {
            monitor().released(hold());
            return node(node).release(grant());
        }

        /** Downgrades the hold to reading. */
        void downgrade() {
            monitor().downgraded(hold());
            node(node).engine().downgrade(node(node).now(), acquireRequest.lock(), grant().id());
        }

        void giveUp() {
            node(node).engine().cancel(node(node).now(), acquireRequest.lock(), this);
            givenUp = true;
        }
    }

    /** Requests an exclusive lock, and does not wait for it. */
    Acquisition ask(int node, String lock) {
        return ask(node, AcquireRequest.exclusive(lock));
    }

    /** Makes a request, and does not wait for it. */
    Acquisition ask(int node, AcquireRequest acquireRequest) {
        Acquisition wish = new Acquisition(node, acquireRequest);
        node(node).acquire(acquireRequest, wish);
        return wish;
    }

    /** Waits until it has an exclusive lock. */
    Acquisition take(int node, String lock) {
        return ask(node, lock).await();
    }

    /** Waits until the request is granted. */
    Acquisition take(int node, AcquireRequest acquireRequest) {
        return ask(node, acquireRequest).await();
    }

    /** Each node in turn acquires and releases a lock, which shows that all of them work. */
    void takeTurns(String lock, int... nodes) {
        List<Long> fences = new ArrayList<>();
        for (int node : nodes) {
            Acquisition wish = take(node, lock);
            fences.add(wish.fence());
            assertThat(wish.release()).isNotEqualTo(ReleaseOutcome.LOST);
        }
        assertThat(fences).isSorted().doesNotHaveDuplicates();
    }
}
