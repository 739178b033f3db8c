package org.peerlock.lab.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.simulate.Fault;
import org.peerlock.lab.swarm.SwarmRun.Outcome;

/** Random runs find what is broken, and nothing in what is not. */
class SwarmTest {

    private static final int SEEDS = 300;

    /** What is found about broken algorithms, by name. */
    private static final Map<String, Property> PREY = Map.ofEntries(
            Map.entry("last-entered-charitable", Property.EXCLUSION),
            Map.entry("maekawa-simple", Property.PROGRESS),
            Map.entry("maekawa-without-failed", Property.PROGRESS),
            Map.entry("ra-naive-withdrawal", Property.EXCLUSION),
            Map.entry("sk-lifo", Property.NO_STARVATION));

    @TestFactory
    Stream<DynamicTest> whatIsBrokenIsFound() {
        return PREY.entrySet().stream()
                .map(prey ->
                        DynamicTest.dynamicTest(prey.getKey(), () -> isFound(named(prey.getKey()), prey.getValue())));
    }

    @Test
    void theViolationOfLamportOnUnorderedChannelsIsFound() {
        isFound(named("lamport").on(Network.UNORDERED), Property.EXCLUSION);
    }

    private static SwarmTarget named(String id) {
        return SwarmTarget.find(id).orElseThrow();
    }

    private static void isFound(SwarmTarget swarmTarget, Property property) {
        Swarm swarm = new Swarm(List.of(swarmTarget));
        boolean found = LongStream.rangeClosed(1, SEEDS)
                .mapToObj(seed -> swarm.drawRun(seed).run())
                .flatMap(outcome -> outcome.violation().stream())
                .anyMatch(violation -> violation.property() == property);
        assertThat(found).as("%s violates %s", swarmTarget.id(), property).isTrue();
    }

    @Test
    void aSeedGivesOneRun() {
        for (SwarmTarget swarmTarget : SwarmTarget.all()) {
            Outcome first = SwarmRun.of(swarmTarget, 5).run();
            Outcome again = SwarmRun.of(swarmTarget, 5).run();
            assertThat(again.run().parameters()).isEqualTo(first.run().parameters());
            assertThat(again.events()).isEqualTo(first.events());
            assertThat(again.entries()).isEqualTo(first.entries());
        }
    }

    /** Else a failure among all algorithms could not be repeated with the one that failed. */
    @Test
    void theRestDoesNotDependOnWhichAlgorithmsThereAre() {
        Swarm all = new Swarm(SwarmTarget.all());
        for (long seed = 1; seed <= 20; seed++) {
            SwarmRun one = all.drawRun(seed);
            SwarmRun alone = new Swarm(List.of(named(one.target().id()))).drawRun(seed);
            assertThat(alone.parameters()).isEqualTo(one.parameters());
        }
    }

    /**
     * Nothing is claimed about lost messages and nodes that fail, and where time is bounded nothing
     * may take longer.
     */
    @Test
    void onlyFaultsThatAnAlgorithmClaimsToTolerateAreDrawn() {
        for (SwarmTarget swarmTarget : SwarmTarget.all()) {
            for (long seed = 1; seed <= 50; seed++) {
                SwarmRun swarmRun = SwarmRun.of(swarmTarget, seed);
                List<Fault> faults = swarmRun.experiment().conditions().faults().faults();
                assertThat(faults).allMatch(fault -> fault instanceof Fault.Pause || fault instanceof Fault.Cut);
                if (swarmTarget.entry().profile().assumptions().timeBound()) {
                    assertThat(faults).isEmpty();
                }
                assertThat(swarmTarget.demands())
                        .containsKey(swarmRun.experiment().conditions().channels());
            }
        }
    }

    /** The outcomes in which something went wrong. */
    private static List<Outcome> hunt(Swarm swarm, long seed, int count) {
        List<Outcome> failures = new ArrayList<>();
        swarm.run(seed, count, outcome -> outcome.violation().ifPresent(violation -> failures.add(outcome)));
        return failures;
    }

    @Test
    void nothingIsFoundInTheAlgorithms() {
        assertThat(told(hunt(new Swarm(SwarmTarget.all()), 1, SEEDS))).isEmpty();
    }

    /**
     * A seed that nobody has tried before: its number is in the message if it fails, and in the
     * output anyway.
     */
    @Test
    void nothingIsFoundWithAFreshSeed() {
        long seed = new SecureRandom().nextLong();
        System.out.println("swarm: fresh seed " + seed);
        assertThat(told(hunt(new Swarm(SwarmTarget.all()), seed, 1))).isEmpty();
    }

    private static List<String> told(List<Outcome> failures) {
        return failures.stream()
                .map(failure -> failure.violation().orElseThrow() + " with "
                        + failure.run().target().id() + ", seed "
                        + failure.run().seed() + ": " + failure.run().parameters())
                .toList();
    }
}
