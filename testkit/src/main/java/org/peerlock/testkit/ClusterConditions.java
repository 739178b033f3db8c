package org.peerlock.testkit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.engine.settings.NodeLimits;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.lab.simulate.Delays;
import org.peerlock.lab.simulate.SplitMix64;

/**
 * The conditions under which a cluster runs.
 *
 * @param cohort as in {@link NodeSettings}
 * @param names how many idle names a node knows at most
 * @param partBytes how large the parts of reports are
 * @param genesis whether the registry knows nothing of nodes that may have joined before; otherwise it knows who may be alive
 * @param registry how bad it is
 * @param delays of messages, in milliseconds
 * @param storm how it blows
 * @param nodes how many there are at first
 * @param brokenLink whether at last one never hears another again
 * @param deletedRegistry whether somebody deletes the registry half-way
 */
record ClusterConditions(
        int cohort,
        int names,
        int partBytes,
        boolean genesis,
        SimulatedRegistryStore.Reliability registry,
        String delays,
        Storm.Plan storm,
        int nodes,
        boolean brokenLink,
        boolean deletedRegistry) {

    static final long SECOND = 1_000_000_000L;
    static final long LEASE = SECOND;
    private static final long MILLI = 1_000_000;
    /** The timeout of an operation on the registry. */
    static final long TIMEOUT = LEASE / 7;

    private static final int MOST_PERMITS = 5;
    /** Every lock is a part. */
    private static final int TINY_PARTS = 1;

    private static final int PARTS_UNDER_WAY = 2;

    /**
     * Leases expire all the time, and all clients want the one lock. Nodes pause or are cut off from the registry for about the
     * time of a lease. The registry is fast, but sometimes an operation takes a large part of a lease.
     */
    static ClusterConditions races(double rho) {
        SimulatedClient.Behavior behavior = new SimulatedClient.Behavior(part(SECOND, 0.01), part(SECOND, 0.3), 0, 1);
        return new ClusterConditions(
                2,
                1_000,
                TINY_PARTS,
                false,
                new SimulatedRegistryStore.Reliability(part(LEASE, 0.0005), part(LEASE, 0.4), 0, 0.02, 0.05),
                "uniform:1,30",
                new Storm.Plan(
                        part(SECOND, 0.4),
                        30 * SECOND,
                        2 * LEASE,
                        rho,
                        behavior,
                        2,
                        List.of(Storm.Kind.PAUSE, Storm.Kind.REGISTRY_CUT_OFF)),
                3,
                false,
                false);
    }

    /** The same, but the members outlive outages, which there are all the time. Nodes come and go. */
    static ClusterConditions outages(double rho, long outage) {
        ClusterConditions races = races(rho);
        Storm.Plan plan = races.storm();
        Storm.Plan storm = new Storm.Plan(
                part(SECOND, 0.5),
                plan.until(),
                plan.longest(),
                rho,
                plan.behavior(),
                plan.clients(),
                List.of(
                        Storm.Kind.PAUSE,
                        Storm.Kind.PAUSE,
                        Storm.Kind.PAUSE,
                        Storm.Kind.CUT_ONE_WAY,
                        Storm.Kind.CRASH,
                        Storm.Kind.LEAVE,
                        Storm.Kind.START),
                outage);
        return new ClusterConditions(
                races.cohort(),
                races.names(),
                races.partBytes(),
                false,
                new SimulatedRegistryStore.Reliability(part(LEASE, 0.0005), part(LEASE, 0.4), 0, 0.02, 0.2),
                races.delays(),
                storm,
                races.nodes(),
                false,
                false);
    }

    /** Half of the conditions are such that the members outlive an outage of the registry. */
    static ClusterConditions draw(SplitMix64 random) {
        ClusterConditions drawn = drawWithoutOutages(random);
        long outage = part(LEASE, pick(random, 0, 0, 0, 3, 8, 20));
        if (outage == 0) {
            return drawn;
        }
        return random.nextInt(4) == 0
                ? outages(drawn.storm().rho(), outage)
                : drawn.with(drawn.storm().withOutage(outage));
    }

    private static ClusterConditions drawWithoutOutages(SplitMix64 random) {
        double rho = pick(random, 0, 0.05, 0.2);
        if (random.nextInt(4) == 0) {
            return races(rho);
        }
        long until = (20 + random.nextInt(30)) * SECOND;
        SimulatedRegistryStore.Reliability registry = new SimulatedRegistryStore.Reliability(
                part(LEASE, pick(random, 0.001, 0.01, 0.03)),
                TIMEOUT,
                pick(random, 0, 0.1),
                pick(random, 0, 0.05),
                pick(random, 0, 0.1));
        SimulatedClient.Behavior behavior = new SimulatedClient.Behavior(
                part(SECOND, pick(random, 0.01, 0.1, 1)),
                part(SECOND, pick(random, 0.002, 0.02, 0.5)),
                part(SECOND, pick(random, 0, 0.1, 1)),
                1 + random.nextInt(4));
        List<Storm.Kind> kinds = new ArrayList<>(List.of(Storm.Kind.values()));
        kinds.add(Storm.Kind.PAUSE);
        if (random.nextInt(3) != 0) {
            kinds.remove(Storm.Kind.OTHER_ALGORITHMS);
        }
        long between = part(SECOND, pick(random, 0.3, 1, 5));
        long longest = part(LEASE, pick(random, 0.5, 2, 5));
        int clients = 1 + random.nextInt(3);
        int nodes = 1 + random.nextInt(6);
        int cohort = 1 + random.nextInt(4);
        int names = 5 + random.nextInt(1_000);
        int partBytes = random.nextInt(4) == 0 ? NodeLimits.NORMAL.maxPartBytes() : TINY_PARTS;
        boolean genesis = random.nextBoolean();
        String delays = pick(random, List.of("uniform:0.1,2", "uniform:1,30", "exponential:3"));
        boolean brokenLink = random.nextInt(4) == 0;
        boolean deletedRegistry = genesis && random.nextInt(4) == 0;
        if (deletedRegistry) {
            genesis = random.nextBoolean();
        }
        if (deletedRegistry && genesis) { // where nobody knows who is alive, all must have the same lease
            kinds.removeAll(List.of(Storm.Kind.OTHER_LEASE, Storm.Kind.OTHER_SETTINGS));
        }
        Storm.Plan storm = new Storm.Plan(between, until, longest, rho, behavior, clients, List.copyOf(kinds));
        return new ClusterConditions(
                cohort, names, partBytes, genesis, registry, delays, storm, nodes, brokenLink, deletedRegistry);
    }

    /** The same conditions, but the clients have this workload. */
    ClusterConditions after(ClientWorkload clientWorkload, CatalogueEntry<?, ?> algorithm, SplitMix64 random) {
        if (clientWorkload == ClientWorkload.EXCLUSIVE) {
            return this;
        }
        int permits = 1 + random.nextInt(MOST_PERMITS);
        int most = algorithm.id().equals("raymond-k") ? 1 : permits;
        SimulatedClient.Behavior before = storm.behavior();
        SimulatedClient.Behavior behavior = new SimulatedClient.Behavior(
                before.think(), before.hold(), before.timeout(), before.locks(), clientWorkload, permits, most);
        return with(storm.with(behavior));
    }

    private ClusterConditions with(Storm.Plan other) {
        return new ClusterConditions(
                cohort, names, partBytes, genesis, registry, delays, other, nodes, brokenLink, deletedRegistry);
    }

    private static long part(long whole, double part) {
        return (long) (whole * part);
    }

    private static double pick(SplitMix64 random, double... values) {
        return values[random.nextInt(values.length)];
    }

    private static String pick(SplitMix64 random, List<String> values) {
        return values.get(random.nextInt(values.size()));
    }

    NodeSettings settings(CatalogueEntry<?, ?> algorithm) {
        int ppm = (int) (storm.rho() * 1_000_000);
        NodeSettings settings = new NodeSettings(
                "simulated",
                storm.behavior().workload().decidedBy(algorithm),
                new Timing(LEASE, ppm),
                "nowhere",
                cohort,
                names);
        return settings.withLimits(settings.limits().withParts(partBytes, PARTS_UNDER_WAY))
                .withOutage(storm.outage() / MILLI);
    }

    Delays parsedDelays() {
        return Delays.parse(delays);
    }

    /** A description for people. */
    @Override
    public String toString() {
        SimulatedClient.Behavior behavior = storm.behavior();
        return String.format(
                Locale.ROOT,
                "%d nodes at first, %d clients each, %d locks (%s), think %s, hold %s, timeout %s, delay %s ms, cohort %d,"
                        + " names %d, reports in parts of %d bytes%s, lease %s, clocks wrong by %s %%, registry %s each way, %s %% of its reads old,"
                        + " %s %% of its answers lost, %s %% slow, a fault every %s of at most %s%s%s, whole from %s",
                nodes,
                storm.clients(),
                behavior.locks(),
                behavior.workload() == ClientWorkload.SEMAPHORE
                        ? "semaphores of " + behavior.permits()
                        : behavior.workload(),
                seconds(behavior.think()),
                seconds(behavior.hold()),
                behavior.timeout() == 0 ? "for ever" : seconds(behavior.timeout()),
                delays,
                cohort,
                names,
                partBytes,
                genesis ? ", genesis" : "",
                seconds(LEASE),
                number(100 * storm.rho()),
                seconds(registry.latency()),
                number(100 * registry.stale()),
                number(100 * registry.lost()),
                number(100 * registry.slow()),
                seconds(storm.between()),
                seconds(storm.longest()),
                storm.outage() == 0 ? "" : ", outages up to twice the " + seconds(storm.outage()) + " to outlive",
                (brokenLink ? ", a link broken for good" : "") + (deletedRegistry ? ", the registry deleted" : ""),
                seconds(storm.until()));
    }

    private static String seconds(long nanos) {
        return number((double) nanos / SECOND) + " s";
    }

    private static String number(double value) {
        return new BigDecimal(value)
                .round(new MathContext(6))
                .stripTrailingZeros()
                .toPlainString();
    }
}
