package org.peerlock.test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Network;
import org.peerlock.brain.Packet;
import org.peerlock.brain.Settings;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Registry;
import org.peerlock.host.Application;
import org.peerlock.lab.simulate.Delays;
import org.peerlock.lab.simulate.Faults;
import org.peerlock.lab.simulate.Simulator;

/** Nodes, their network and their cell, in virtual time. One unit of the simulator's time is a nanosecond. */
final class SimulatedCluster {

    /** Decides which packets are lost; a test's. */
    interface Censor {
        boolean passes(SimulatedNode from, SimulatedNode to, Packet packet);
    }

    /** Sees what passes between nodes. */
    interface Observer {

        void sent(SimulatedNode from, SimulatedNode to, SimulatedNode.Wire wire);

        void delivered(SimulatedNode from, SimulatedNode to, SimulatedNode.Wire wire);
    }

    private static final long WALL = 1_800_000_000_000L;

    private final Settings settings;
    private final BrainMaker maker;
    private final SplittableRandom random;
    private final Faults faults;
    private final Simulator<SimulatedNode.Wire> simulator;
    private final SimulatedCell cell;
    private final Judge judge = new Judge(this);
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final List<Client> clients = new ArrayList<>();
    private final Map<Incarnation, SimulatedNode> names = new HashMap<>();
    /** How often the connection between two nodes was lost. */
    private final Map<Long, Long> connections = new HashMap<>();

    private Censor censor = (from, to, packet) -> true;
    private @Nullable Observer observer;
    private boolean asking = true;
    private boolean broken;

    SimulatedCluster(Settings settings, BrainMaker maker, Delays delays, SimulatedCell.Manners manners, long seed) {
        this(settings, maker, delays, SimulatedCell::new, manners, seed);
    }

    SimulatedCluster(
            Settings settings,
            BrainMaker maker,
            Delays delays,
            SimulatedCell.Maker cells,
            SimulatedCell.Manners manners,
            long seed) {
        this.settings = settings;
        this.maker = maker;
        random = new SplittableRandom(seed);
        faults = new Faults(random.split());
        simulator = new Simulator<>(Network.FIFO, delays, faults, random.split(), this::delivered);
        cell = cells.make(simulator, random.split(), manners);
    }

    Settings settings() {
        return settings;
    }

    Simulator<SimulatedNode.Wire> simulator() {
        return simulator;
    }

    Faults faults() {
        return faults;
    }

    SimulatedCell cell() {
        return cell;
    }

    Judge judge() {
        return judge;
    }

    List<SimulatedNode> nodes() {
        return nodes;
    }

    List<Client> clients() {
        return clients;
    }

    /** Whether the applications still want locks. */
    boolean asking() {
        return asking;
    }

    /** From now on nobody wants a lock who does not wait for it already. */
    void stopAsking() {
        asking = false;
    }

    /** What the calendar says: the same everywhere. */
    long wall() {
        return WALL + simulator.now() / 1_000_000;
    }

    RandomGenerator randomOf(int node) {
        return new SplittableRandom(random.split().nextLong() + node);
    }

    /** Starts a process, whose clock goes at this rate. */
    SimulatedNode add(double rate) {
        return add(rate, settings);
    }

    /** Starts a process with settings of its own. */
    SimulatedNode add(double rate, Settings own) {
        SimulatedNode node = prepare(rate);
        node.start(maker, own);
        return node;
    }

    /** Starts a process in which something uses the node. */
    SimulatedNode add(Application application) {
        SimulatedNode node = prepare(1);
        node.serve(application);
        node.start(maker, settings.called("node " + node.number));
        return node;
    }

    private SimulatedNode prepare(double rate) {
        SimulatedNode node = new SimulatedNode(nodes.size() + 1, this, rate, random.nextLong(1L << 40));
        nodes.add(node);
        simulator.add(node);
        return node;
    }

    void add(SimulatedNode node, Client.Habits habits) {
        clients.add(new Client(this, node, habits, random.split()));
    }

    /** From now on this decides. */
    void censor(Censor another) {
        censor = another;
    }

    void known(Incarnation incarnation, SimulatedNode node) {
        names.put(incarnation, node);
    }

    void send(SimulatedNode from, Incarnation to, Packet packet) {
        SimulatedNode target = names.get(to);
        if (target != null && !target.gone() && censor.passes(from, target, packet)) {
            SimulatedNode.Wire wire = new SimulatedNode.Wire(
                    from.brain().incarnation(), to, connection(from.number, target.number), packet);
            if (observer != null) {
                observer.sent(from, target, wire);
            }
            simulator.send(from.number, target.number, wire);
        }
    }

    private void delivered(long time, int from, int to, SimulatedNode.Wire wire) {
        if (observer != null) {
            observer.delivered(nodes.get(from - 1), nodes.get(to - 1), wire);
        }
    }

    /** From now on this one sees it. */
    void observe(Observer another) {
        observer = another;
    }

    long connection(int one, int other) {
        return connections.getOrDefault(pair(one, other), 0L);
    }

    private static long pair(int one, int other) {
        return ((long) Math.min(one, other) << 32) | Math.max(one, other);
    }

    /** What is under way between two nodes is lost, and they connect anew. */
    void reset(SimulatedNode one, SimulatedNode other) {
        connections.merge(pair(one.number, other.number), 1L, Long::sum);
        reconnected(one, other);
        reconnected(other, one);
    }

    private void reconnected(SimulatedNode node, SimulatedNode other) {
        simulator.after(1, node.number, () -> {
            if (!node.gone()) {
                node.brain().onConnected(node.now(), other.brain().incarnation());
            }
        });
    }

    /** All others learn that a node is certainly dead. */
    void proveDeath(SimulatedNode dead) {
        SortedSet<Incarnation> ids = new TreeSet<>(List.of(dead.brain().incarnation()));
        for (SimulatedNode node : nodes) {
            simulator.after(1, node.number, () -> {
                if (!node.gone()) {
                    node.learnsDeath(ids);
                }
            });
        }
    }

    /** From now on nothing passes from one node to another. */
    void breakLink(SimulatedNode from, SimulatedNode to) {
        broken = true;
        faults.cut(from.number, to.number, Long.MAX_VALUE);
    }

    /** Whether everybody waits in vain at a node: it cannot reach all members, and has to stay out. */
    boolean out(SimulatedNode node) {
        Registry content = cell.content();
        return broken && content != null && !content.current().has(node.brain().incarnation());
    }

    /** Lets time pass. */
    void run(long until) {
        long[] over = {0};
        simulator.after(until - simulator.now(), 0, () -> over[0] = 1);
        while (over[0] == 0 && judge.violation().isEmpty()) {
            simulator.step();
        }
    }
}
