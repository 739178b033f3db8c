package org.peerlock.testkit;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.effects.EngineCounters;
import org.peerlock.testkit.InvariantViolation.Invariant;

/** One run of live nodes, everything about which is drawn from its seed. */
public final class LiveSwarmRun {

    /** So many leases after the faults are over everybody who waits must have entered. */
    private static final int PATIENCE = 30;

    /**
     * What came of a run: sums over its nodes.
     *
     * @param pursuit what its clients were after
     * @param parameters everything that was drawn, for a reader
     * @param entries how often a lock came to a node, and somebody there got it
     * @param grants how often a client got one
     * @param settingsChanges how often a node with other settings took over a cluster whose nodes were all gone
     */
    public record Outcome(
            ClientWorkload pursuit,
            String algorithm,
            long seed,
            String parameters,
            long entries,
            long grants,
            long carried,
            long lapses,
            long evictions,
            long withdrawals,
            long views,
            long settingsChanges,
            long faults,
            long events,
            Optional<InvariantViolation> violation) {

        /** Whether somebody who should have entered did not: nothing bad happened, but the good did not either. */
        public boolean violatesLiveness() {
            return violation
                    .filter(found -> found.invariant() == Invariant.PROGRESS)
                    .isPresent();
        }

        /** Whether something happened that must not. */
        public boolean violatesSafety() {
            return violation.isPresent() && !violatesLiveness();
        }
    }

    private final CatalogueEntry<?, ?> algorithm;
    private final long seed;
    private final SplittableRandom random;
    private final ClusterConditions clusterConditions;

    /** Under conditions that are drawn too. */
    public LiveSwarmRun(ClientWorkload clientWorkload, CatalogueEntry<?, ?> algorithm, long seed) {
        this.algorithm = algorithm;
        this.seed = seed;
        random = new SplittableRandom(~seed);
        clusterConditions = ClusterConditions.draw(random).after(clientWorkload, algorithm, random);
    }

    LiveSwarmRun(CatalogueEntry<?, ?> algorithm, long seed, ClusterConditions clusterConditions) {
        this.algorithm = algorithm;
        this.seed = seed;
        random = new SplittableRandom(~seed);
        this.clusterConditions = clusterConditions;
    }

    /** Runs it; always with the same outcome. */
    public Outcome run() {
        return run(NodeEngine::new, SimulatedRegistryStore::new);
    }

    Outcome run(TestEngineFactory maker, SimulatedRegistryStore.Factory cells) {
        SimulatedCluster cluster = new SimulatedCluster(
                clusterConditions.settings(algorithm),
                maker,
                clusterConditions.parsedDelays(),
                cells,
                clusterConditions.cell(),
                seed);
        if (!clusterConditions.genesis()) {
            cluster.cell().untouched();
        }
        for (int i = 0; i < clusterConditions.nodes(); i++) {
            Storm.start(cluster, random, clusterConditions.storm());
        }
        Storm storm = new Storm(cluster, random.split(), clusterConditions.storm());
        long until = clusterConditions.storm().until();
        if (clusterConditions.brokenLink()) {
            cluster.simulator().after(until * 4 / 5, 0, storm::breakLink);
        }
        if (clusterConditions.deletedCell()) {
            cluster.simulator().after(until / 2, 0, cluster.cell()::delete);
        }
        try {
            cluster.run(until);
            cluster.stopAsking();
            for (int lease = 1; lease <= PATIENCE && somebodyWaits(cluster); lease++) {
                cluster.run(until + lease * ClusterConditions.LEASE);
            }
            if (somebodyWaits(cluster)) {
                cluster.judge().reportViolation(Invariant.PROGRESS, "somebody still waits");
            }
        } catch (AssertionError | RuntimeException e) {
            cluster.judge().reportViolation(Invariant.EXPECTATION, "threw " + e);
        }
        return outcome(cluster, storm);
    }

    private static boolean somebodyWaits(SimulatedCluster cluster) {
        return cluster.clients().stream().anyMatch(SimulatedClient::waits);
    }

    private Outcome outcome(SimulatedCluster cluster, Storm storm) {
        List<EngineCounters> tallies =
                cluster.nodes().stream().map(node -> node.brain().counters()).toList();
        return new Outcome(
                clusterConditions.storm().habits().pursuit(),
                algorithm.id(),
                seed,
                clusterConditions.toString(),
                tallies.stream().mapToLong(EngineCounters::handOffs).sum(),
                cluster.judge().grants(),
                tallies.stream().mapToLong(EngineCounters::carried).sum(),
                tallies.stream().mapToLong(EngineCounters::lapses).sum(),
                tallies.stream().mapToLong(EngineCounters::evictions).sum(),
                tallies.stream().mapToLong(EngineCounters::withdrawals).sum(),
                tallies.stream().mapToLong(EngineCounters::views).sum(),
                cluster.cell().settingsChanges(),
                storm.faults(),
                cluster.simulator().events(),
                cluster.judge().violation());
    }
}
