package org.peerlock.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Mode;
import org.peerlock.lab.experiment.ExperimentSpec;

/** What is measured of each node, of readers and writers, and of the order of the entries. */
class MeasurementsTest {

    private static Measurements run(String algorithm, int nodes, String load) {
        return ExperimentSpec.of(algorithm, nodes)
                .load(load)
                .entries(4000, 100)
                .experiment()
                .run();
    }

    /** Both have the same number, so the order of their requests does not matter. */
    @Test
    void ofTwoRequestsMadeTogetherTheLaterOneEntersFirstInHalfOfTheCases() {
        Measurements run = run("ricart-agrawala", 2, "burst:10,1");
        assertThat(run.outOfOrderShare()).isCloseTo(0.25, within(0.015));
    }

    @Test
    void oneRequestAtATimeIsNeverOutOfOrder() {
        assertThat(run("ricart-agrawala", 5, "light").outOfOrderShare()).isZero();
    }

    @Test
    void requestsThatWereWithdrawnAreNotEarlierOnes() {
        ExperimentSpec spec =
                ExperimentSpec.of("ra-medium", 3).load("saturated").entries(500, 0);
        Experiment.Conditions hasty = new Experiment.Conditions(
                spec.conditions().channels(),
                spec.conditions().delay(),
                spec.conditions().load(),
                Distribution.parse("constant:5"),
                0,
                Optional.of(Distribution.parse("constant:4")));
        Measurements run = new ExperimentSpec(spec.entry(), spec.config(), hasty, spec.plan(), 1)
                .experiment()
                .run();
        assertThat(run.withdrawn()).isGreaterThan(100);
        assertThat(run.outOfOrderShare()).isLessThan(0.5);
        assertThat(run.maxQueue()).isLessThanOrEqualTo(3);
    }

    @Test
    void theNodeWithTheLowestNumberWinsTiesAndWaitsShortest() {
        Measurements run = run("ricart-agrawala", 3, "burst:10,1");
        assertThat(run.waitingOf(1)).isEqualTo(2);
        assertThat(run.waitingOf(1)).isLessThan(run.waitingOf(2));
        assertThat(run.waitingOf(2)).isLessThan(run.waitingOf(3));
        assertThat(run.waitingRatio()).isEqualTo(run.waitingOf(3) / run.waitingOf(1));
    }

    @Test
    void theWaitingTimesOfTheNodesAddUpToThatOfAll() {
        Measurements run = run("maekawa", 7, "hotspot:0.5,0.02");
        double sum = IntStream.rangeClosed(1, 7)
                .mapToDouble(node ->
                        run.waitingOf(node) * run.waitingByNode().get(node - 1).count())
                .sum();
        assertThat(sum / run.entries()).isCloseTo(run.waiting().mean(), within(1e-9));
        assertThat(run.waitingByNode().stream().mapToLong(Sample.Summary::count).sum())
                .isEqualTo(run.entries());
    }

    @Test
    void readersAndWritersAreMeasuredWhereThereAreBoth() {
        ExperimentSpec spec = ExperimentSpec.of("ra-readers-writers", 4).load("think:5");
        Measurements both = spec.readers(0.5).experiment().run();
        assertThat(both.waiting(Mode.SHARED).count()
                        + both.waiting(Mode.EXCLUSIVE).count())
                .isEqualTo(both.waiting().count());
        assertThat(both.waiting(Mode.SHARED).mean())
                .isLessThan(both.waiting(Mode.EXCLUSIVE).mean());
        assertThat(spec.experiment().run().waiting(Mode.EXCLUSIVE).count()).isZero();
    }
}
