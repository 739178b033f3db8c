package org.peerlock.lab.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.swarm.Trial.Outcome;

/** Random runs find what is broken, and nothing in what is not. */
class SwarmTest {

    private static final int SEEDS = 300;

    /** A broken subject, and what is found about it. */
    private record Prey(Subject subject, Set<Property> found) {}

    private static Subject named(String id) {
        return Subject.find(id).orElseThrow();
    }

    private static List<Prey> prey() {
        return List.of(
                new Prey(named("lamport").on(Network.UNORDERED), EnumSet.of(Property.EXCLUSION)),
                new Prey(named("last-entered-charitable"), EnumSet.of(Property.EXCLUSION)),
                new Prey(named("ra-naive-withdrawal"), EnumSet.of(Property.EXCLUSION)));
    }

    @TestFactory
    Stream<DynamicTest> whatIsBrokenIsFound() {
        return prey().stream()
                .map(prey -> DynamicTest.dynamicTest(
                        prey.subject().id(),
                        () -> assertThat(properties(hunt(new Swarm(List.of(prey.subject())), 1, SEEDS)))
                                .containsAll(prey.found())));
    }

    /** The outcomes in which something went wrong. */
    private static List<Outcome> hunt(Swarm swarm, long seed, int count) {
        List<Outcome> failures = new ArrayList<>();
        swarm.run(seed, count, outcome -> outcome.violation().ifPresent(violation -> failures.add(outcome)));
        return failures;
    }

    private static Set<Property> properties(List<Outcome> failures) {
        Set<Property> properties = new TreeSet<>();
        for (Outcome failure : failures) {
            failure.violation().ifPresent(violation -> properties.add(violation.property()));
        }
        return properties;
    }

    @Test
    void nothingIsFoundInTheAlgorithms() {
        assertThat(told(hunt(new Swarm(Subject.all()), 1, SEEDS))).isEmpty();
    }

    /** A seed that nobody has tried before: its number is in the message if it fails, and in the output anyway. */
    @Test
    void nothingIsFoundWithAFreshSeed() {
        long seed = new SecureRandom().nextLong();
        System.out.println("swarm: fresh seed " + seed);
        assertThat(told(hunt(new Swarm(Subject.all()), seed, 1))).isEmpty();
    }

    private static List<String> told(List<Outcome> failures) {
        return failures.stream()
                .map(failure -> failure.violation().orElseThrow() + " with " + failure.trial().subject().id() + ", seed "
                        + failure.trial().seed() + ": " + failure.trial().parameters())
                .toList();
    }
}
