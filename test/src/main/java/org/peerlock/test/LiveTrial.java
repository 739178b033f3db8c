package org.peerlock.test;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.brain.Brain;
import org.peerlock.brain.Tally;
import org.peerlock.test.Violation.Invariant;

/** One run of live nodes, everything about which is drawn from its seed. */
public final class LiveTrial {

    /** So many leases after the faults are over everybody who waits must have entered. */
    private static final int PATIENCE = 30;

    /**
     * What came of a run: sums over its nodes.
     *
     * @param pursuit what its clients were after
     * @param parameters everything that was drawn, for a reader
     * @param entries how often a node got a lock from another
     * @param grants how often a client got one
     */
    public record Outcome(
            Pursuit pursuit,
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
            long faults,
            long events,
            Optional<Violation> violation) {

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

    private final Entry<?, ?> algorithm;
    private final long seed;
    private final SplittableRandom random;
    private final Conditions conditions;

    /** Under conditions that are drawn too. */
    public LiveTrial(Pursuit pursuit, Entry<?, ?> algorithm, long seed) {
        this.algorithm = algorithm;
        this.seed = seed;
        random = new SplittableRandom(~seed);
        conditions = Conditions.draw(random).after(pursuit, algorithm, random);
    }

    LiveTrial(Entry<?, ?> algorithm, long seed, Conditions conditions) {
        this.algorithm = algorithm;
        this.seed = seed;
        random = new SplittableRandom(~seed);
        this.conditions = conditions;
    }

    /** Runs it; always with the same outcome. */
    public Outcome run() {
        return run(Brain::new, SimulatedCell::new);
    }

    Outcome run(BrainMaker maker, SimulatedCell.Maker cells) {
        SimulatedCluster cluster = new SimulatedCluster(
                conditions.settings(algorithm), maker, conditions.parsedDelays(), cells, conditions.cell(), seed);
        if (!conditions.genesis()) {
            cluster.cell().untouched();
        }
        for (int i = 0; i < conditions.nodes(); i++) {
            Storm.start(cluster, random, conditions.storm());
        }
        Storm storm = new Storm(cluster, random.split(), conditions.storm());
        long until = conditions.storm().until();
        if (conditions.brokenLink()) {
            cluster.simulator().after(until * 4 / 5, 0, storm::breakLink);
        }
        if (conditions.deletedCell()) {
            cluster.simulator().after(until / 2, 0, cluster.cell()::delete);
        }
        try {
            cluster.run(until);
            cluster.stopAsking();
            for (int lease = 1; lease <= PATIENCE && somebodyWaits(cluster); lease++) {
                cluster.run(until + lease * Conditions.LEASE);
            }
            if (somebodyWaits(cluster)) {
                cluster.judge().accuse(Invariant.PROGRESS, "somebody still waits");
            }
        } catch (AssertionError | RuntimeException e) {
            cluster.judge().accuse(Invariant.EXPECTATION, "threw " + e);
        }
        return outcome(cluster, storm);
    }

    private static boolean somebodyWaits(SimulatedCluster cluster) {
        return cluster.clients().stream().anyMatch(Client::waits);
    }

    private Outcome outcome(SimulatedCluster cluster, Storm storm) {
        List<Tally> tallies =
                cluster.nodes().stream().map(node -> node.brain().tally()).toList();
        return new Outcome(
                conditions.storm().habits().pursuit(),
                algorithm.id(),
                seed,
                conditions.toString(),
                tallies.stream().mapToLong(Tally::entries).sum(),
                cluster.judge().grants(),
                tallies.stream().mapToLong(Tally::carried).sum(),
                tallies.stream().mapToLong(Tally::lapses).sum(),
                tallies.stream().mapToLong(Tally::evictions).sum(),
                tallies.stream().mapToLong(Tally::withdrawals).sum(),
                tallies.stream().mapToLong(Tally::views).sum(),
                storm.faults(),
                cluster.simulator().events(),
                cluster.judge().violation());
    }
}
