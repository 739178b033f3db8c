package org.peerlock.lab.swarm;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.simulate.Experiment;
import org.peerlock.lab.simulate.SettledResult;
import org.peerlock.lab.world.Violation;

/**
 * One run of a swarm.
 *
 * @param target the algorithm under test
 * @param seed the seed from which everything was drawn
 * @param experiment the drawn experiment
 * @param until when all faults are over, and no more requests are made
 * @param demanded the properties that must hold
 */
public record SwarmRun(
        SwarmTarget target, long seed, Experiment<?, ?> experiment, double until, Set<Property> demanded) {

    /** The run of a seed for an algorithm. */
    public static SwarmRun of(SwarmTarget swarmTarget, long seed) {
        return new SwarmRunGenerator(swarmTarget, seed).generate();
    }

    /**
     * The outcome of a run.
     *
     * @param entries how many there were
     * @param cancelled the number of cancelled requests
     * @param faults how many there were
     * @param events how many there were
     */
    public record Outcome(
            SwarmRun run, long entries, long cancelled, long faults, long events, Optional<Violation> violation) {

        /**
         * Whether a liveness property is violated: a request that should have entered did not.
         */
        public boolean violatesLiveness() {
            return violation
                    .map(Violation::property)
                    .filter(property -> property == Property.PROGRESS || property == Property.NO_STARVATION)
                    .isPresent();
        }

        public boolean violatesSafety() {
            return violation.isPresent() && !violatesLiveness();
        }
    }

    /**
     * Executes the run. An exception of a step counts as a violation of
     * {@link Property#EXPECTATION}.
     */
    public Outcome run() {
        try {
            SettledResult settledResult = experiment.settle(until, demanded);
            return new Outcome(
                    this,
                    settledResult.run().entries(),
                    settledResult.run().withdrawn(),
                    settledResult.faults(),
                    settledResult.run().events(),
                    settledResult.run().violation());
        } catch (RuntimeException e) {
            return new Outcome(this, 0, 0, 0, 0, Optional.of(new Violation(Property.EXPECTATION, "threw " + e)));
        }
    }

    /** All drawn parameters in words. */
    public String parameters() {
        GroupConfig config = experiment.config();
        Experiment.Conditions conditions = experiment.conditions();
        String lock = Catalogue.name(config.capacity().kind());
        return config.nodes() + " nodes, "
                + switch (config.capacity().kind()) {
                    case MUTEX -> lock;
                    case READ_WRITE -> lock + " with readers " + conditions.readers();
                    case SEMAPHORE -> lock + " of " + config.capacity().permits();
                }
                + (config.options().isEmpty() ? "" : ", options " + config.options())
                + ", channels " + conditions.channels().name().toLowerCase(Locale.ROOT)
                + ", delay " + conditions.delay()
                + ", load " + conditions.load()
                + ", hold " + conditions.hold()
                + conditions.timeout().map(time -> ", timeout " + time).orElse("")
                + ", faults " + conditions.faults()
                + ", whole from " + until;
    }
}
