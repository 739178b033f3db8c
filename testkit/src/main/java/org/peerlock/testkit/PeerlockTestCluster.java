package org.peerlock.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockBuilder;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.runtime.NodeObserver;
import org.peerlock.lab.simulate.Delays;

/**
 * A cluster for the tests of an application: several nodes in one process, with a simulated network and virtual time. The nodes
 * run the same code as in production. They need no sockets, files or threads, and minutes of virtual time take
 * milliseconds.
 *
 * <pre>{@code
 * try (PeerlockTestCluster cluster = PeerlockTestCluster.start(3)) {
 *     Grant grant = cluster.node(1).lock("orders").acquire();
 *     cluster.crash(1);
 *     cluster.node(2).lock("orders").acquire(); // returns when the lease of node 1 has expired
 * }
 * }</pre>
 *
 * <p><b>Time</b> passes only when {@link #advance} is called, or when a call to a lock has to wait: then as much time passes as
 * the call needs. So {@code tryAcquire(Duration.ofHours(1))} returns at once, and an hour of virtual time has passed. If
 * several threads use the cluster, a thread that waits moves time forward for all.
 *
 * <p>Listeners, and callbacks of asynchronous requests, run on the thread that moves time forward.
 *
 * <p>Nodes are numbered from 1. The lease is 6 seconds. The same calls, made by one thread, always have the same effects.
 *
 * <p>It does not simulate the transport, the file registry, or the memory and the speed of a real machine.
 */
public final class PeerlockTestCluster implements AutoCloseable {

    private static final String NAME = "test";
    private static final long MILLI = 1_000_000;
    private static final Timing TIMING = new Timing(6_000 * MILLI, 10_000);
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(10);
    private static final long SEED = 1;

    /** A node, and how it is used. */
    record Started(SimulatedNode node, NodeObserver application, Peerlock peerlock) {}

    private final SimulatedCluster cluster;
    private final VirtualTime time;
    private final List<Started> started = new ArrayList<>();
    private final Set<List<Integer>> cuts = new HashSet<>();

    private final UnaryOperator<PeerlockBuilder> builderSettings;

    private PeerlockTestCluster(
            AlgorithmSelection algorithms, int cohort, UnaryOperator<PeerlockBuilder> builderSettings) {
        this.builderSettings = builderSettings;
        NodeSettings settings = new NodeSettings(NAME, algorithms, TIMING, "nowhere", cohort, 10_000);
        SimulatedRegistryStore.Reliability reliability =
                new SimulatedRegistryStore.Reliability(MILLI, TIMING.registryTimeoutNanos(), 0, 0);
        cluster = new SimulatedCluster(settings, NodeEngine::new, Delays.parse("uniform:0.1,1"), reliability, SEED);
        cluster.registryStore().knowMembers();
        cluster.monitor().dispense(Set.of(InvariantViolation.Invariant.values()));
        cluster.filter((from, to, packet) -> !cuts.contains(List.of(from.number, to.number)));
        time = new VirtualTime(cluster);
    }

    /** Starts a cluster of this many nodes. All of them are members when it returns. */
    public static PeerlockTestCluster start(int nodes) {
        return start(nodes, builder -> builder);
    }

    /**
     * The same, with settings of the application for all nodes: what happens when a process stops. The registry, the lease, the
     * algorithms and all that concerns the network are those of the simulation.
     */
    public static PeerlockTestCluster start(int nodes, UnaryOperator<PeerlockBuilder> settings) {
        return start(nodes, AlgorithmSelection.of(Catalogue.find("naimi-trehel").orElseThrow()), 1, settings);
    }

    static PeerlockTestCluster start(int nodes, AlgorithmSelection algorithms, int cohort) {
        return start(nodes, algorithms, cohort, builder -> builder);
    }

    private static PeerlockTestCluster start(
            int nodes, AlgorithmSelection algorithms, int cohort, UnaryOperator<PeerlockBuilder> settings) {
        PeerlockTestCluster cluster = new PeerlockTestCluster(algorithms, cohort, settings);
        for (int i = 0; i < nodes; i++) {
            cluster.launch();
        }
        cluster.awaitMembers(nodes);
        return cluster;
    }

    /** Starts one more node, and waits until it is a member. While nodes are cut off that may take several leases. */
    public Peerlock add() {
        Started fresh = launch();
        await("node " + fresh.node().number + " is a member", () -> open(fresh.node()));
        return fresh.peerlock();
    }

    private Started launch() {
        SimulatedRuntimeFactory factory = new SimulatedRuntimeFactory(cluster, time);
        Started fresh = factory.start(
                builderSettings.apply(Peerlock.builder(NAME)).lease(lease()).clockDriftPpm(TIMING.driftPpm()));
        started.add(fresh);
        return fresh;
    }

    /** The API of a node, as an application there uses it. */
    public Peerlock node(int number) {
        return started(number).peerlock();
    }

    private Started started(int number) {
        if (number < 1 || number > started.size()) {
            throw new IllegalArgumentException("there is no node " + number + ", but 1 to " + started.size());
        }
        return started.get(number - 1);
    }

    private SimulatedNode simulated(int number) {
        return started(number).node();
    }

    // Time

    /** How long a lock stays with a node that crashed or cannot be reached. */
    public Duration lease() {
        return Duration.ofNanos(TIMING.leaseNanos());
    }

    /** How much virtual time has passed since the cluster was created. */
    public Duration now() {
        return Duration.ofNanos(time.see(cluster.simulator()::now));
    }

    /** Lets this much virtual time pass. */
    public void advance(Duration duration) {
        pass(duration, () -> false);
    }

    private void awaitMembers(int nodes) {
        await(nodes + " nodes are members", () -> {
            ClusterState content = cluster.registryStore().content();
            return content != null
                    && content.next() == null
                    && content.current().size() == nodes
                    && started.stream().allMatch(one -> open(one.node()));
        });
    }

    private static boolean open(SimulatedNode node) {
        return node.engine().gates().current().open();
    }

    private void await(String what, BooleanSupplier condition) {
        if (!pass(LONG_ENOUGH, () -> time.see(condition::getAsBoolean))) {
            throw new IllegalStateException("did not happen within " + LONG_ENOUGH + " of virtual time: " + what);
        }
    }

    private boolean pass(Duration duration, BooleanSupplier until) {
        try {
            return time.pass(duration.toNanos(), until);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while time passed", e);
        }
    }

    /**
     * The process of a node is told to end, as by {@code SIGTERM}: its shutdown hook begins to do what
     * {@link PeerlockBuilder#shutdown} says. Returns at once.
     */
    public void terminate(int node) {
        started(node).application().onTerminating();
    }

    // Faults

    /**
     * The process of a node crashes: calls to its API throw from now on. The others wait until its lease has expired, because
     * nothing proves a death in this cluster.
     */
    public void crash(int node) {
        SimulatedNode dead = simulated(node);
        time.change(dead::crash);
        started(node).application().onFailed(new IllegalStateException("node " + node + " has crashed"));
    }

    /** The process of a node pauses, as during a long garbage collection, and then continues. */
    public void pause(int node, Duration duration) {
        int number = simulated(node).number;
        time.change(() -> cluster.faults().pause(number, cluster.simulator().now() + duration.toNanos()));
    }

    /** Two nodes cannot reach each other any more, until {@link #heal}. */
    public void cut(int one, int other) {
        time.change(() -> {
            cuts.add(List.of(simulated(one).number, simulated(other).number));
            cuts.add(List.of(simulated(other).number, simulated(one).number));
        });
    }

    /** A node can reach neither the other nodes nor the registry any more, until {@link #heal}: a network partition. */
    public void isolate(int node) {
        for (int other = 1; other <= started.size(); other++) {
            if (other != node) {
                cut(node, other);
            }
        }
        time.change(() -> cluster.registryStore().cutOff(simulated(node).number, Long.MAX_VALUE));
    }

    /** All nodes can reach each other and the registry again. */
    public void heal() {
        time.change(() -> {
            cuts.clear();
            started.forEach(one -> cluster.registryStore().cutOff(one.node().number, 0));
        });
    }

    /** Ends the cluster, without waiting for anything. */
    @Override
    public void close() {
        started.stream()
                .filter(one -> !one.node().gone())
                .forEach(one -> one.application().onLeft());
    }
}
