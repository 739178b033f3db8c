package org.peerlock.lab.simulate;

import java.util.Optional;
import java.util.Set;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;

/**
 * A run, determined by what it says and nothing else.
 *
 * @param entry the algorithm
 * @param setting how many nodes, what kind of lock, which options
 * @param conditions the world around them
 * @param plan how long, and which random numbers
 */
public record Experiment<S extends Record, M>(
        CatalogueEntry<S, M> entry, GroupConfig setting, Conditions conditions, Plan plan) {

    /**
     * The world around the nodes.
     *
     * @param channels what may happen to the order of messages
     * @param delay how long they are under way
     * @param load when the applications ask
     * @param hold how long they stay inside
     * @param readers which share of the requests is shared, under a read-write lock
     * @param patience after which time a request that waits is given up, if ever
     * @param faults what goes wrong
     */
    public record Conditions(
            Network channels,
            Delays delay,
            ArrivalPattern load,
            Distribution hold,
            double readers,
            Optional<Distribution> patience,
            FaultPlan faults) {

        /** Nothing goes wrong. */
        public Conditions(
                Network channels,
                Delays delay,
                ArrivalPattern arrivalPattern,
                Distribution hold,
                double readers,
                Optional<Distribution> patience) {
            this(channels, delay, arrivalPattern, hold, readers, patience, FaultPlan.none());
        }

        /** The same, but this goes wrong. */
        public Conditions with(FaultPlan plan) {
            return new Conditions(channels, delay, load, hold, readers, patience, plan);
        }
    }

    /**
     * How long, and which random numbers.
     *
     * @param entries how many entries are measured at most
     * @param warmup how many come before, and are not
     * @param duration after which virtual time, in units and with the warm-up, it ends all the same
     * @param seed from which all random numbers come
     */
    public record Plan(long entries, long warmup, double duration, long seed) {

        /** However long it takes. */
        public Plan(long entries, long warmup, long seed) {
            this(entries, warmup, Double.POSITIVE_INFINITY, seed);
        }

        public Plan withSeed(long other) {
            return new Plan(entries, warmup, duration, other);
        }
    }

    /** The mean time for which a message is under way, in units. */
    public double messageDelay() {
        return conditions.delay().mean();
    }

    public Experiment<S, M> withSeed(long seed) {
        return new Experiment<>(entry, setting, conditions, plan.withSeed(seed));
    }

    /**
     * Says what is wrong with it, before it runs.
     *
     * @throws IllegalArgumentException if the algorithm cannot be run so
     */
    public void check() {
        entry.create(setting);
        if (entry.profile().assumptions().timeBound() && !conditions.delay().bounded()) {
            throw new IllegalArgumentException(entry.id()
                    + " assumes that the time a message is under way has a bound; " + conditions.delay() + " has none");
        }
        boolean sequenced = entry.profile().assumptions().medium() == Medium.SEQUENCED;
        conditions.faults().check(setting.nodes(), sequenced);
    }

    /** Runs it. */
    public Measurements run() {
        return run(Recorder.none());
    }

    /** Runs it, and lets somebody watch. */
    public Measurements run(Recorder recorder) {
        return new SimulationRun<>(this, PropertyMonitor.usual(), recorder).run();
    }

    /**
     * Runs it in two phases: the applications ask until a time, then nobody asks any more, and whoever waits must enter.
     *
     * @param until when nobody asks any more; the faults should be over by then
     * @param demanded what it is judged by; starvation is when others enter in more than 20 rounds, for each node in the
     *     group, while one waits. A round is over when every message has arrived that was under way when it began
     */
    public SettledResult settle(double until, Set<Property> demanded) {
        return new SettlingRun(new SimulationRun<>(this, demanded, Recorder.none()), until).settle();
    }
}
