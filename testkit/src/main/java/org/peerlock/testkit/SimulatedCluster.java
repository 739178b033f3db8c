package org.peerlock.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Network;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.internal.runtime.NodeObserver;
import org.peerlock.lab.simulate.ActiveFaults;
import org.peerlock.lab.simulate.Delays;
import org.peerlock.lab.simulate.Simulator;
import org.peerlock.lab.simulate.SplitMix64;

/** Simulated nodes with their network and their registry, in virtual time. The unit of the simulator's time is a nanosecond. */
final class SimulatedCluster {

    /** Decides which packets are lost. Tests implement it. */
    interface PacketFilter {
        boolean passes(SimulatedNode from, SimulatedNode to, Packet packet);
    }

    /** Sees all packets between nodes. */
    interface Observer {

        void sent(SimulatedNode from, SimulatedNode to, SimulatedNode.AddressedPacket addressedPacket);

        void delivered(SimulatedNode from, SimulatedNode to, SimulatedNode.AddressedPacket addressedPacket);
    }

    private static final long WALL = 1_800_000_000_000L;

    private final NodeSettings settings;
    private final TestEngineFactory engineFactory;
    private final SplitMix64 random;
    private final ActiveFaults activeFaults;
    private final Simulator<SimulatedNode.AddressedPacket> simulator;
    private final SimulatedRegistryStore registryStore;
    private final InvariantMonitor invariantMonitor = new InvariantMonitor(this);
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final List<SimulatedClient> clients = new ArrayList<>();
    private final Map<Incarnation, SimulatedNode> names = new HashMap<>();
    /** How often the connection between two nodes was lost. */
    private final Map<Long, Long> connections = new HashMap<>();

    private PacketFilter packetFilter = (from, to, packet) -> true;
    private @Nullable Observer observer;
    private boolean asking = true;
    private boolean broken;

    SimulatedCluster(
            NodeSettings settings,
            TestEngineFactory engineFactory,
            Delays delays,
            SimulatedRegistryStore.Reliability reliability,
            long seed) {
        this(settings, engineFactory, delays, SimulatedRegistryStore::new, reliability, seed);
    }

    SimulatedCluster(
            NodeSettings settings,
            TestEngineFactory engineFactory,
            Delays delays,
            SimulatedRegistryStore.Factory stores,
            SimulatedRegistryStore.Reliability reliability,
            long seed) {
        this.settings = settings;
        this.engineFactory = engineFactory;
        random = new SplitMix64(seed);
        activeFaults = new ActiveFaults(random.split());
        simulator = new Simulator<>(Network.FIFO, delays, activeFaults, random.split(), this::delivered);
        registryStore = stores.make(simulator, random.split(), reliability);
        registryStore.listen(invariantMonitor::registryChanged);
    }

    NodeSettings settings() {
        return settings;
    }

    Simulator<SimulatedNode.AddressedPacket> simulator() {
        return simulator;
    }

    ActiveFaults faults() {
        return activeFaults;
    }

    SimulatedRegistryStore registryStore() {
        return registryStore;
    }

    InvariantMonitor monitor() {
        return invariantMonitor;
    }

    List<SimulatedNode> nodes() {
        return nodes;
    }

    List<SimulatedClient> clients() {
        return clients;
    }

    /** Whether clients still make requests. */
    boolean asking() {
        return asking;
    }

    /** From now on clients make no new requests. */
    void stopAsking() {
        asking = false;
    }

    /** The wall clock: the same everywhere. */
    long wall() {
        return WALL + simulator.now() / 1_000_000;
    }

    RandomGenerator randomOf(int node) {
        return new EngineRandom(new SplitMix64(random.split().nextLong() + node));
    }

    /** Starts a process whose clock has this rate. */
    SimulatedNode add(double rate) {
        return add(rate, settings);
    }

    /** Starts a process with settings of its own. */
    SimulatedNode add(double rate, NodeSettings own) {
        SimulatedNode node = prepare(rate);
        node.start(engineFactory, own);
        return node;
    }

    /** Starts a process whose node has this observer. */
    SimulatedNode add(NodeObserver nodeObserver) {
        SimulatedNode node = prepare(1);
        node.serve(nodeObserver);
        node.start(engineFactory, settings.withLabel("node " + node.number));
        return node;
    }

    private SimulatedNode prepare(double rate) {
        SimulatedNode node = new SimulatedNode(nodes.size() + 1, this, rate, random.nextLong(1L << 40));
        nodes.add(node);
        simulator.add(node);
        return node;
    }

    void add(SimulatedNode node, SimulatedClient.Behavior behavior) {
        clients.add(new SimulatedClient(this, node, behavior, random.split()));
    }

    /** Sets what decides which packets are lost. */
    void filter(PacketFilter another) {
        packetFilter = another;
    }

    void known(Incarnation incarnation, SimulatedNode node) {
        names.put(incarnation, node);
    }

    void send(SimulatedNode from, Incarnation to, Packet packet) {
        SimulatedNode target = names.get(to);
        if (packet instanceof Packet.Data data) {
            invariantMonitor.sent(from, data);
        }
        if (target != null && !target.gone() && packetFilter.passes(from, target, packet)) {
            SimulatedNode.AddressedPacket addressedPacket = new SimulatedNode.AddressedPacket(
                    from.engine().incarnation(), to, connection(from.number, target.number), packet);
            if (observer != null) {
                observer.sent(from, target, addressedPacket);
            }
            simulator.send(from.number, target.number, addressedPacket);
        }
    }

    private void delivered(long time, int from, int to, SimulatedNode.AddressedPacket addressedPacket) {
        if (observer != null) {
            observer.delivered(nodes.get(from - 1), nodes.get(to - 1), addressedPacket);
        }
    }

    /** Sets what sees all packets. */
    void observe(Observer another) {
        observer = another;
    }

    long connection(int one, int other) {
        return connections.getOrDefault(pair(one, other), 0L);
    }

    private static long pair(int one, int other) {
        return ((long) Math.min(one, other) << 32) | Math.max(one, other);
    }

    /** The packets in transit between two nodes are lost, and the nodes connect again. */
    void reset(SimulatedNode one, SimulatedNode other) {
        connections.merge(pair(one.number, other.number), 1L, Long::sum);
        reconnected(one, other);
        reconnected(other, one);
    }

    private void reconnected(SimulatedNode node, SimulatedNode other) {
        simulator.after(1, node.number, () -> {
            if (!node.gone()) {
                node.engine().onConnected(node.now(), other.engine().incarnation());
            }
        });
    }

    /** All others learn that a node is certainly dead. */
    void proveDeath(SimulatedNode dead) {
        SortedSet<Incarnation> ids = new TreeSet<>(List.of(dead.engine().incarnation()));
        registryStore.unregister(dead.engine().incarnation());
        for (SimulatedNode node : nodes) {
            simulator.after(1, node.number, () -> {
                if (!node.gone()) {
                    node.learnsDeath(ids);
                }
            });
        }
    }

    /** From now on no packet of one node reaches the other. */
    void breakLink(SimulatedNode from, SimulatedNode to) {
        broken = true;
        activeFaults.cut(from.number, to.number, Long.MAX_VALUE);
    }

    /** Whether no request of a node can be granted, because it does not reach all members and cannot join. */
    boolean out(SimulatedNode node) {
        ClusterState content = registryStore.content();
        return broken && content != null && !content.current().has(node.engine().incarnation());
    }

    /** Whether there are members, and the next view will have other algorithms, or another protocol. */
    boolean awaitsOtherSettings() {
        ClusterState content = registryStore.content();
        return content != null
                && content.changesSettings()
                && nodes.stream().anyMatch(node -> !node.gone() && !out(node));
    }

    /** Lets time pass. */
    void run(long until) {
        long[] over = {0};
        simulator.after(until - simulator.now(), 0, () -> over[0] = 1);
        while (over[0] == 0 && invariantMonitor.violation().isEmpty()) {
            simulator.step();
        }
    }
}
