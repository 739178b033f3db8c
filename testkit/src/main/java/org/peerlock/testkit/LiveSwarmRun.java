package org.peerlock.testkit;

import java.util.List;
import java.util.Optional;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.effects.EngineCounters;
import org.peerlock.lab.simulate.SplitMix64;
import org.peerlock.testkit.InvariantViolation.Invariant;

/** One run of live nodes. Everything random in it is drawn from its seed. */
public final class LiveSwarmRun {

    /** Within how many leases after the last fault every waiting request must be granted, besides what all wait if all crash. */
    private static final int RECOVERY_LEASES = 30;

    private static final long LEASE_MILLIS = ClusterConditions.LEASE / 1_000_000;

    /**
     * What came of a run: sums over its nodes.
     *
     * @param workload what its clients were after
     * @param parameters everything that was drawn, for a reader
     * @param entries how often a lock came to a node in which somebody waited for it
     * @param grants how often a client got one
     * @param algorithmChanges how many views had other algorithms than the one before
     * @param pledged how often a lease lasted on after the end of a renewal, by pledges
     * @param pledgedForEver how often it did so for a lease after another member had left
     * @param evictedAfterOutages how many nodes were evicted within three leases after an outage
     * @param settingsChanges how often a node with other settings took over a cluster whose nodes were all gone
     */
    public record Outcome(
            ClientWorkload workload,
            String algorithm,
            long seed,
            String parameters,
            long entries,
            long grants,
            long carried,
            long expiries,
            long evictions,
            long withdrawals,
            long views,
            long algorithmChanges,
            long settingsChanges,
            long pledged,
            long pledgedForEver,
            long evictedAfterOutages,
            long faults,
            long events,
            Optional<InvariantViolation> violation) {

        /** Whether a request was not granted that should have been. */
        public boolean violatesLiveness() {
            return violation
                    .filter(found -> found.invariant() == Invariant.PROGRESS)
                    .isPresent();
        }

        /** Whether something happened that must never happen. */
        public boolean violatesSafety() {
            return violation.isPresent() && !violatesLiveness();
        }
    }

    private final CatalogueEntry<?, ?> algorithm;
    private final long seed;
    private final SplitMix64 random;
    private final ClusterConditions clusterConditions;

    /** A run whose conditions are drawn from the seed, too. */
    public LiveSwarmRun(ClientWorkload clientWorkload, CatalogueEntry<?, ?> algorithm, long seed) {
        this.algorithm = algorithm;
        this.seed = seed;
        random = new SplitMix64(~seed);
        clusterConditions = ClusterConditions.draw(random).after(clientWorkload, algorithm, random);
    }

    LiveSwarmRun(CatalogueEntry<?, ?> algorithm, long seed, ClusterConditions clusterConditions) {
        this.algorithm = algorithm;
        this.seed = seed;
        random = new SplitMix64(~seed);
        this.clusterConditions = clusterConditions;
    }

    /** Executes the run. The outcome is always the same. */
    public Outcome run() {
        return run(NodeEngine::new, SimulatedRegistryStore::new);
    }

    Outcome run(TestEngineFactory engineFactory, SimulatedRegistryStore.Factory stores) {
        SimulatedCluster cluster = new SimulatedCluster(
                clusterConditions.settings(algorithm),
                engineFactory,
                clusterConditions.parsedDelays(),
                stores,
                clusterConditions.registry(),
                seed);
        if (clusterConditions.storm().outage() > 0) {
            cluster.monitor().watchLeases();
        }
        if (!clusterConditions.genesis()) {
            cluster.registryStore().knowMembers();
        }
        for (int i = 0; i < clusterConditions.nodes(); i++) {
            Storm.start(cluster, random, clusterConditions.storm());
        }
        Storm storm = new Storm(cluster, random.split(), clusterConditions.storm());
        long until = clusterConditions.storm().until();
        if (clusterConditions.brokenLink()) {
            cluster.simulator().after(until * 4 / 5, 0, storm::breakLink);
        }
        if (clusterConditions.deletedRegistry()) {
            cluster.simulator().after(until / 2, 0, storm::deleteRegistry);
        }
        try {
            cluster.run(until);
            cluster.stopAsking();
            long longestWait =
                    2 * clusterConditions.settings(algorithm).longestHold().longestMillis() / LEASE_MILLIS;
            for (int lease = 1; lease <= RECOVERY_LEASES + longestWait && somethingIsDue(cluster); lease++) {
                cluster.run(until + lease * ClusterConditions.LEASE);
            }
            if (somethingIsDue(cluster)) {
                cluster.monitor()
                        .reportViolation(
                                Invariant.PROGRESS,
                                somebodyWaits(cluster) ? "somebody still waits" : "all ask for other algorithms");
            }
        } catch (AssertionError | RuntimeException e) {
            cluster.monitor().reportViolation(Invariant.EXPECTATION, "threw " + e);
        }
        return outcome(cluster, storm);
    }

    private static boolean somethingIsDue(SimulatedCluster cluster) {
        return somebodyWaits(cluster) || cluster.awaitsOtherSettings();
    }

    private static boolean somebodyWaits(SimulatedCluster cluster) {
        return cluster.clients().stream().anyMatch(SimulatedClient::waits);
    }

    private Outcome outcome(SimulatedCluster cluster, Storm storm) {
        List<EngineCounters> counters =
                cluster.nodes().stream().map(node -> node.engine().counters()).toList();
        return new Outcome(
                clusterConditions.storm().behavior().workload(),
                algorithm.id(),
                seed,
                clusterConditions.toString(),
                counters.stream().mapToLong(EngineCounters::entries).sum(),
                cluster.monitor().grants(),
                counters.stream().mapToLong(EngineCounters::carried).sum(),
                counters.stream().mapToLong(EngineCounters::expiries).sum(),
                counters.stream().mapToLong(EngineCounters::evictions).sum(),
                counters.stream().mapToLong(EngineCounters::withdrawals).sum(),
                counters.stream().mapToLong(EngineCounters::views).sum(),
                cluster.registryStore().algorithmChanges(),
                cluster.registryStore().settingsChanges(),
                counters.stream().mapToLong(EngineCounters::pledged).sum(),
                counters.stream().mapToLong(EngineCounters::pledgedForEver).sum(),
                storm.evictionsAfterOutages(),
                storm.faults(),
                cluster.simulator().events(),
                cluster.monitor().violation());
    }
}
