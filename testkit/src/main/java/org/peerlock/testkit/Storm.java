package org.peerlock.testkit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.lab.simulate.SplitMix64;
import org.peerlock.testkit.InvariantViolation.Invariant;

/** Faults of all kinds, one after the other, until a time from which on everything works again. */
final class Storm {

    /** How soon an eviction is one right after an outage. */
    private static final long RIGHT_AFTER = 3 * ClusterConditions.LEASE;

    private final SimulatedCluster cluster;
    private final SplitMix64 random;
    private final Plan plan;
    /** The algorithms that nodes ask for that start now. */
    private AlgorithmSelection algorithms;
    /** Until when the requests of nodes to renew their lease get lost. */
    private final Map<Integer, Long> renewedByNobody = new HashMap<>();

    private long faults;
    private long evictionsAfterOutages;

    /**
     * Which faults happen, and how often. Times in nanoseconds.
     *
     * @param between the mean time from one fault to the next
     * @param until when the storm is over
     * @param longest how long a fault lasts at most
     * @param rho by how much the rate of a clock is wrong at most
     * @param behavior the behaviour of the clients of nodes that start
     * @param clients how many clients a node has
     * @param kinds the faults that may happen; one that is listed twice happens twice as often
     * @param outage how long an outage of the registry the members outlive. If they do, there are outages of up to twice that time,
     *     besides the other faults
     */
    record Plan(
            long between,
            long until,
            long longest,
            double rho,
            SimulatedClient.Behavior behavior,
            int clients,
            List<Kind> kinds,
            long outage) {

        /** Without outages that members outlive. */
        Plan(
                long between,
                long until,
                long longest,
                double rho,
                SimulatedClient.Behavior behavior,
                int clients,
                List<Kind> kinds) {
            this(between, until, longest, rho, behavior, clients, kinds, 0);
        }

        /** The same plan, but with clients that behave in this way. */
        Plan with(SimulatedClient.Behavior others) {
            return new Plan(between, until, longest, rho, others, clients, kinds, outage);
        }

        /** The same plan, but the members outlive outages of this length. */
        Plan withOutage(long nanos) {
            return new Plan(between, until, longest, rho, behavior, clients, kinds, nanos);
        }
    }

    /** A kind of fault. */
    enum Kind {
        /** A node pauses. */
        PAUSE,
        /** One node receives nothing from another. */
        CUT_ONE_WAY,
        /** Two nodes receive nothing from each other. */
        CUT,
        CRASH,
        LEAVE,
        /** A node does not reach the registry, but reaches all other nodes. */
        REGISTRY_CUT_OFF,
        REGISTRY_SILENT,
        REGISTRY_READ_ONLY,
        START,
        /** A node starts with a lease that differs from that of the others. */
        OTHER_LEASE,
        /** A node starts that speaks another protocol, with another lease. It is refused, unless no other node is left. */
        OTHER_SETTINGS,
        /** From now on nodes ask for other algorithms, and those that are there are restarted one after the other. */
        OTHER_ALGORITHMS,
        /** A connection is lost and made again. */
        RESET
    }

    Storm(SimulatedCluster cluster, SplitMix64 random, Plan plan) {
        this.cluster = cluster;
        this.random = random;
        this.plan = plan;
        algorithms = cluster.settings().algorithms();
        next();
        if (plan.outage() > 0) {
            nextOutage();
            cluster.filter((from, to, packet) -> !(packet instanceof Packet.RenewalRequest)
                    || cluster.simulator().now() >= renewedByNobody.getOrDefault(from.number, 0L));
        }
    }

    /** How many faults there were. */
    long faults() {
        return faults;
    }

    /** How many nodes were evicted right after an outage. */
    long evictionsAfterOutages() {
        return evictionsAfterOutages;
    }

    /**
     * After a time in which the nodes may recover or not, nobody reaches the registry, or some do not. Then perhaps no other node
     * renews the lease for them. Perhaps a node leaves meanwhile.
     */
    private void nextOutage() {
        long begin = cluster.simulator().now() + (1 + random.nextInt(8)) * ClusterConditions.LEASE;
        long end = begin + random.nextLong(2 * plan.outage());
        if (end < plan.until()) {
            cluster.simulator().after(begin - cluster.simulator().now(), 0, () -> {
                beginOutage(end);
                if (random.nextBoolean()) {
                    cluster.simulator().after((end - begin) / 4 + 1, 0, () -> leaveOne(end));
                }
            });
            cluster.simulator().after(end - cluster.simulator().now(), 0, () -> {
                countEvictions();
                nextOutage();
            });
        }
    }

    private void beginOutage(long end) {
        switch (random.nextInt(3)) {
            case 0 -> cluster.registryStore().makeUnavailable(end);
            case 1 -> cluster.registryStore().readOnly(end);
            default -> {
                double part = random.nextDouble();
                boolean delegates = random.nextBoolean();
                present().stream().filter(node -> random.nextDouble() < part).forEach(node -> {
                    cluster.registryStore().cutOff(node.number, end);
                    if (!delegates) {
                        renewedByNobody.put(node.number, end);
                    }
                });
            }
        }
    }

    private void leaveOne(long end) {
        List<SimulatedNode> present = present();
        if (!present.isEmpty()) {
            leave(present.get(random.nextInt(present.size())), end);
        }
    }

    /** A node leaves, and another one starts then. */
    private void leave(SimulatedNode one, long then) {
        one.engine().leave(one.now(), drainNanos(one));
        cluster.simulator().after(then - cluster.simulator().now() + 1, 0, this::start);
    }

    private void countEvictions() {
        long before = cluster.monitor().evictions();
        cluster.simulator()
                .after(
                        RIGHT_AFTER,
                        0,
                        () -> evictionsAfterOutages += cluster.monitor().evictions() - before);
    }

    private void next() {
        long time = (long) (random.nextExponential() * plan.between()) + 1;
        if (cluster.simulator().now() + time < plan.until()) {
            cluster.simulator().after(time, 0, () -> {
                happen();
                next();
            });
        }
    }

    private void happen() {
        faults++;
        long now = cluster.simulator().now();
        double part = random.nextDouble();
        long length = (long) (plan.longest() * part * part);
        long end = Math.min(now + length, plan.until());
        List<SimulatedNode> present = present();
        if (present.isEmpty()) { // the first node decides the settings
            boolean other = plan.kinds().contains(Kind.OTHER_SETTINGS) && random.nextBoolean();
            start(other ? otherSettings() : settings());
            return;
        }
        SimulatedNode one = present.get(random.nextInt(present.size()));
        SimulatedNode other = present.get(random.nextInt(present.size()));
        switch (plan.kinds().get(random.nextInt(plan.kinds().size()))) {
            case PAUSE -> cluster.faults().pause(one.number, end);
            case CUT_ONE_WAY -> cluster.faults().cut(one.number, other.number, end);
            case CUT -> {
                cluster.faults().cut(one.number, other.number, end);
                cluster.faults().cut(other.number, one.number, end);
            }
            case CRASH -> {
                one.crash();
                if (one.number % 3 == 0) {
                    cluster.proveDeath(one);
                }
                cluster.simulator().after(end - now + 1, 0, this::start);
            }
            case LEAVE -> leave(one, end);
            case REGISTRY_CUT_OFF -> cluster.registryStore().cutOff(one.number, end);
            case REGISTRY_SILENT -> cluster.registryStore().makeUnavailable(end);
            case REGISTRY_READ_ONLY -> cluster.registryStore().readOnly(end);
            case START -> start();
            case OTHER_LEASE -> start(with(otherLease()));
            case OTHER_SETTINGS -> start(otherSettings());
            case OTHER_ALGORITHMS -> changeAlgorithms(present, length);
            case RESET -> {
                if (one != other) {
                    cluster.reset(one, other);
                }
            }
        }
    }

    /** From now on one node receives nothing from another. */
    void breakLink() {
        List<SimulatedNode> present = present();
        if (present.size() < 2) {
            return;
        }
        int one = random.nextInt(present.size());
        int other = random.nextInt(present.size());
        if (one != other) {
            cluster.breakLink(present.get(one), present.get(other));
        }
    }

    /**
     * Somebody deletes the registry. At that moment a node starts whose lease is not that of the others, if there are such nodes.
     * It knows nothing of the epochs so far: if there were more views than seconds, they may come again, and fences with them.
     */
    void deleteRegistry() {
        ClusterState content = cluster.registryStore().content();
        if (content != null && content.maxEpoch() >= NodeEngine.firstEpoch(cluster.wall())) {
            cluster.monitor()
                    .dispense(Set.of(
                            Invariant.FENCES_GROW,
                            Invariant.RESOURCE_SERVES,
                            Invariant.HOLDS_CARRIED,
                            Invariant.ONE_ALGORITHM));
        }
        cluster.registryStore().delete();
        if (plan.kinds().contains(Kind.OTHER_LEASE)) {
            start(with(otherLease()));
        }
    }

    private List<SimulatedNode> present() {
        return cluster.nodes().stream().filter(node -> !node.gone()).toList();
    }

    /** A node with these settings has no protocol in common with the others, or outlives another outage. */
    private NodeSettings otherSettings() {
        NodeSettings other = with(otherLease());
        boolean otherOutage = other.outageMillis() > 0 && random.nextBoolean();
        return otherOutage ? other.withOutage(other.outageMillis() / 2) : other.withProtocols(new ProtocolRange(3, 3));
    }

    private void changeAlgorithms(List<SimulatedNode> present, long length) {
        algorithms = otherAlgorithms();
        long time = 0;
        for (SimulatedNode node : present) {
            time += 1 + length / present.size();
            if (cluster.simulator().now() + time < plan.until()) {
                cluster.simulator().after(time, 0, () -> restart(node));
            }
        }
    }

    private void restart(SimulatedNode node) {
        if (!node.gone()) {
            node.engine().leave(node.now(), drainNanos(node));
            start();
        }
    }

    /** Half of the nodes leave at once. */
    private static long drainNanos(SimulatedNode node) {
        return node.number % 2 == 0 ? 0 : node.leaseNanos();
    }

    /** For all locks of the clients, or for one of them. */
    private AlgorithmSelection otherAlgorithms() {
        ClientWorkload workload = plan.behavior().workload();
        List<CatalogueEntry<?, ?>> all = workload.algorithms();
        AlgorithmSelection usual = workload.decidedBy(all.get(random.nextInt(all.size())));
        if (random.nextBoolean()) {
            return usual;
        }
        SortedMap<String, CatalogueEntry<?, ?>> byPrefix = new TreeMap<>(usual.byPrefix());
        byPrefix.put(ClientWorkload.PREFIX + "0", all.get(random.nextInt(all.size())));
        return new AlgorithmSelection(usual.exclusive(), byPrefix);
    }

    private long otherLease() {
        long usualNanos = cluster.settings().timing().leaseNanos();
        return random.nextBoolean() ? usualNanos / 2 : 2 * usualNanos;
    }

    private NodeSettings with(long leaseNanos) {
        NodeSettings usual = cluster.settings();
        return new NodeSettings(
                        usual.cluster(),
                        algorithms,
                        new Timing(leaseNanos, usual.timing().driftPpm()),
                        usual.address(),
                        usual.cohort(),
                        usual.limits().maxIdleNames())
                .withLimits(usual.limits())
                .withOutage(usual.outageMillis());
    }

    /** Some nodes take whatever algorithms the cluster has. */
    private NodeSettings settings() {
        NodeSettings usual = with(cluster.settings().timing().leaseNanos());
        boolean indifferent = plan.kinds().contains(Kind.OTHER_ALGORITHMS) && random.nextInt(4) == 0;
        return indifferent ? usual.withoutPreference() : usual;
    }

    private void start() {
        start(settings());
    }

    /** Starts a node unless there are many already, so that a run stays short. */
    private void start(NodeSettings settings) {
        if (present().size() < 8) {
            start(cluster, random, plan, settings);
        }
    }

    static SimulatedNode start(SimulatedCluster cluster, SplitMix64 random, Plan plan) {
        return start(cluster, random, plan, cluster.settings());
    }

    private static SimulatedNode start(SimulatedCluster cluster, SplitMix64 random, Plan plan, NodeSettings settings) {
        SimulatedNode node = cluster.add(1 + plan.rho() * error(random), settings);
        for (int i = 0; i < plan.clients(); i++) {
            cluster.add(node, plan.behavior());
        }
        return node;
    }

    /** The error of a clock, as a part of the greatest allowed one: often as slow or as fast as allowed. */
    private static double error(SplitMix64 random) {
        return switch (random.nextInt(3)) {
            case 0 -> -1;
            case 1 -> 1;
            default -> 2 * random.nextDouble() - 1;
        };
    }
}
