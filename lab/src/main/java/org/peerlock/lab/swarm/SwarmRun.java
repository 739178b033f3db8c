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
 * @param subject what is hunted
 * @param seed from which everything was drawn
 * @param experiment the run
 * @param until when everything is whole again, and nobody asks any more
 * @param demanded what it is judged by
 */
public record SwarmRun(
        SwarmTarget subject, long seed, Experiment<?, ?> experiment, double until, Set<Property> demanded) {

    /** The run that a seed gives for an algorithm. */
    public static SwarmRun of(SwarmTarget swarmTarget, long seed) {
        return new SwarmRunGenerator(swarmTarget, seed).generate();
    }

    /**
     * What came of a trial.
     *
     * @param entries how many there were
     * @param cancelled how many requests were given up
     * @param faults how many there were
     * @param events how many there were
     */
    public record Outcome(
            SwarmRun trial, long entries, long cancelled, long faults, long events, Optional<Violation> violation) {

        /** Whether somebody who should have entered did not: nothing bad happened, but the good did not either. */
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

    /** Runs it. A step that throws something it should not is blamed like one that meets what cannot be. */
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

    /** Everything that was drawn, for a reader. */
    public String parameters() {
        GroupConfig config = experiment.setting();
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
                + conditions.patience().map(time -> ", patience " + time).orElse("")
                + ", faults " + conditions.faults()
                + ", whole from " + until;
    }
}
