package org.peerlock.test;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.brain.Brain;
import org.peerlock.brain.Settings;
import org.peerlock.brain.Tally;
import org.peerlock.brain.Timing;
import org.peerlock.lab.simulate.Delays;
import org.peerlock.test.Violation.Invariant;

/** One run of live nodes, everything about which is drawn from its seed. */
public final class LiveTrial {

    private static final long SECOND = 1_000_000_000L;
    private static final long LEASE = SECOND;

    /**
     * What came of a run: sums over its nodes.
     *
     * @param parameters everything that was drawn, for a reader
     * @param entries how often a node got a lock from another
     * @param grants how often a client got one
     */
    public record Outcome(
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

        public boolean violatesSafety() {
            return violation.isPresent() && !violatesLiveness();
        }
    }

    private final Entry<?, ?> algorithm;
    private final long seed;
    private final SplittableRandom random;

    public LiveTrial(Entry<?, ?> algorithm, long seed) {
        this.algorithm = algorithm;
        this.seed = seed;
        random = new SplittableRandom(~seed);
    }

    public Outcome run() {
        return run(Brain::new);
    }

    Outcome run(BrainMaker maker) {
        double rho = pick(0, 0.05, 0.2);
        long until = (20 + random.nextInt(30)) * SECOND;
        Settings settings = new Settings(
                "simulated",
                algorithm,
                new Timing(LEASE, (int) (rho * 1_000_000)),
                "nowhere",
                1 + random.nextInt(4),
                5 + random.nextInt(1_000),
                random.nextBoolean());
        SimulatedCell.Manners manners = new SimulatedCell.Manners(
                (long) (LEASE * pick(0.001, 0.01, 0.03)), LEASE / 7, pick(0, 0.1), pick(0, 0.05));
        Client.Habits habits = new Client.Habits(
                (long) (SECOND * pick(0.01, 0.1, 1)),
                (long) (SECOND * pick(0.002, 0.02, 0.5)),
                (long) (SECOND * pick(0, 0.1, 1)),
                1 + random.nextInt(4));
        String delays = pickText("uniform:0.1,2", "uniform:1,30", "exponential:3");
        SimulatedCluster cluster = new SimulatedCluster(settings, maker, Delays.parse(delays), manners, seed);
        Storm.Manner manner = new Storm.Manner(
                (long) (SECOND * pick(0.3, 1, 5)),
                until,
                (long) (LEASE * pick(0.5, 2, 5)),
                rho,
                habits,
                1 + random.nextInt(3));
        int nodes = 1 + random.nextInt(6);
        for (int i = 0; i < nodes; i++) {
            Storm.start(cluster, random, manner);
        }
        Storm storm = new Storm(cluster, random.split(), manner);
        try {
            cluster.run(until);
            cluster.stopAsking();
            cluster.run(until + 30 * LEASE);
            if (cluster.clients().stream().anyMatch(client -> client.waits())) {
                cluster.judge().accuse(Invariant.PROGRESS, "somebody still waits");
            }
        } catch (AssertionError | RuntimeException e) {
            cluster.judge().accuse(Invariant.EXPECTATION, "threw " + e);
        }
        return outcome(cluster, storm, parameters(settings, manners, delays, manner, nodes));
    }

    private static String parameters(
            Settings settings, SimulatedCell.Manners cell, String delays, Storm.Manner storm, int nodes) {
        Client.Habits habits = storm.habits();
        return String.format(
                Locale.ROOT,
                "%d nodes at first, %d clients each, %d locks, think %s, hold %s, patience %s, delay %s ms, cohort %d,"
                        + " names %d%s, lease %s, clocks wrong by %s %%, cell %s each way, %s %% of its reads old,"
                        + " %s %% of its answers lost, a fault every %s of at most %s, whole from %s",
                nodes,
                storm.clients(),
                habits.locks(),
                seconds(habits.think()),
                seconds(habits.hold()),
                habits.patience() == 0 ? "for ever" : seconds(habits.patience()),
                delays,
                settings.cohort(),
                settings.names(),
                settings.genesis() ? ", genesis" : "",
                seconds(settings.timing().lease()),
                number(100 * storm.rho()),
                seconds(cell.latency()),
                number(100 * cell.stale()),
                number(100 * cell.lost()),
                seconds(storm.between()),
                seconds(storm.longest()),
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

    private Outcome outcome(SimulatedCluster cluster, Storm storm, String parameters) {
        List<Tally> tallies =
                cluster.nodes().stream().map(node -> node.brain().tally()).toList();
        return new Outcome(
                algorithm.id(),
                seed,
                parameters,
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

    private double pick(double... values) {
        return values[random.nextInt(values.length)];
    }

    private String pickText(String... values) {
        return values[random.nextInt(values.length)];
    }
}
