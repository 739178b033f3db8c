package org.peerlock.lab.simulate;

import java.util.Optional;
import java.util.Set;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;

/**
 * The full description of a simulation run: equal experiments give equal runs.
 *
 * @param entry the algorithm
 * @param config the number of nodes, the kind of lock and the options
 * @param conditions the environment of the nodes
 * @param plan the length of the run, and its seed
 */
public record Experiment<S extends Record, M>(
        CatalogueEntry<S, M> entry, GroupConfig config, Conditions conditions, Plan plan) {

    /**
     * The environment of the nodes.
     *
     * @param channels in which order messages arrive
     * @param delay how long messages take
     * @param load when the applications make requests
     * @param hold how long requests stay inside
     * @param readers the share of readers among the requests, for a read-write lock
     * @param timeout after which time a request that waits is cancelled, if ever
     * @param faults the faults
     */
    public record Conditions(
            Network channels,
            Delays delay,
            ArrivalPattern load,
            Distribution hold,
            double readers,
            Optional<Distribution> timeout,
            FaultPlan faults) {

        /** Conditions without faults. */
        public Conditions(
                Network channels,
                Delays delay,
                ArrivalPattern arrivalPattern,
                Distribution hold,
                double readers,
                Optional<Distribution> timeout) {
            this(channels, delay, arrivalPattern, hold, readers, timeout, FaultPlan.none());
        }

        /** The same conditions with these faults. */
        public Conditions with(FaultPlan plan) {
            return new Conditions(channels, delay, load, hold, readers, timeout, plan);
        }
    }

    /**
     * The length of a run, and its seed.
     *
     * @param entries how many entries are measured at most
     * @param warmup how many entries before them are not measured
     * @param duration the virtual time, in units and including the warm-up, at which the run ends
     *     in any case
     * @param seed the seed of all random numbers
     */
    public record Plan(long entries, long warmup, double duration, long seed) {

        /** Without a limit on the time. */
        public Plan(long entries, long warmup, long seed) {
            this(entries, warmup, Double.POSITIVE_INFINITY, seed);
        }

        public Plan withSeed(long other) {
            return new Plan(entries, warmup, duration, other);
        }
    }

    /** The mean message delay, in units. */
    public double messageDelay() {
        return conditions.delay().mean();
    }

    public Experiment<S, M> withSeed(long seed) {
        return new Experiment<>(entry, config, conditions, plan.withSeed(seed));
    }

    /**
     * Validates the experiment.
     *
     * @throws IllegalArgumentException with the reason if the algorithm cannot run under these
     *     conditions
     */
    public void check() {
        entry.create(config);
        if (entry.profile().assumptions().timeBound() && !conditions.delay().bounded()) {
            throw new IllegalArgumentException(entry.id()
                    + " assumes that the time a message is under way has a bound; " + conditions.delay() + " has none");
        }
        boolean sequenced = entry.profile().assumptions().medium() == Medium.SEQUENCED;
        conditions.faults().check(config.nodes(), sequenced);
    }

    /** Runs the experiment. */
    public Measurements run() {
        return run(Recorder.none());
    }

    /** Runs the experiment with a recorder. */
    public Measurements run(Recorder recorder) {
        return new SimulationRun<>(this, PropertyMonitor.usual(), recorder).run();
    }

    /**
     * Runs the experiment in two phases: the applications make requests until a time; then there
     * are no new requests, and every request that waits must enter.
     *
     * @param until the end of the first phase; the faults should be over by then
     * @param demanded the properties that must hold. A request starves if others enter in more than
     *     20 N rounds while it waits, in a group of N nodes. A round ends when every message that
     *     was under way at its start has arrived
     */
    public SettledResult settle(double until, Set<Property> demanded) {
        return new SettlingRun(new SimulationRun<>(this, demanded, Recorder.none()), until).settle();
    }
}
