package org.peerlock.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.permission.RequestSets;
import org.peerlock.lab.experiment.ExperimentSpec;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.trace.TraceEvent;
import org.peerlock.lab.trace.TraceEvent.Kind;

/** The cost of an entry agrees with the papers: message delay T = 1, critical section E = 0.1. */
class CostTest {

    private static final double HOLD = 0.1;
    private static final Offset<Double> ROUNDING = within(1e-9);

    private static Measurements run(ExperimentSpec experimentSpec) {
        Measurements run = experimentSpec.experiment().run();
        assertThat(run.violation()).as(experimentSpec.command()).isEmpty();
        assertThat(run.stalled()).as(experimentSpec.command()).isFalse();
        return run;
    }

    /**
     * The mean of ten runs differs from what is expected by no more than half the confidence
     * interval.
     */
    private static void averages(ExperimentSpec experimentSpec, double expected) {
        Replications runs =
                experimentSpec.load("light").entries(1000, 100).replications(10).run();
        assertThat(runs.violation()).isEmpty();
        Sample sample = runs.of(Measurements::messagesPerEntry);
        assertThat(sample.mean()).as(experimentSpec.command()).isCloseTo(expected, within(sample.confidence95()));
    }

    @ParameterizedTest
    @CsvSource({
        "lamport, 2, 3",
        "lamport, 5, 12",
        "lamport, 10, 27",
        "ricart-agrawala, 2, 2",
        "ricart-agrawala, 5, 8",
        "ricart-agrawala, 10, 18",
        "roucairol-carvalho, 2, 2",
        "roucairol-carvalho, 5, 8",
        "roucairol-carvalho, 10, 18",
        "suzuki-kasami, 2, 2",
        "suzuki-kasami, 5, 5",
        "suzuki-kasami, 10, 10",
        "ra-ring-echo, 2, 2",
        "ra-ring-echo, 5, 5",
        "ra-ring-echo, 10, 10",
        "ra-broadcast, 5, 5",
        "ra-broadcast, 10, 10",
        "ra-medium, 2, 2",
        "ra-medium, 5, 2",
        "ra-medium, 10, 2"
    })
    void messagesUnderSaturatedLoad(String algorithm, int nodes, double messages) {
        assertThat(run(ExperimentSpec.of(algorithm, nodes)).messagesPerEntry()).isEqualTo(messages);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lamport", "ricart-agrawala", "roucairol-carvalho", "suzuki-kasami"})
    void whenOneLeavesTheNextEntersAMessageLater(String algorithm) {
        for (int nodes : new int[] {2, 5, 10}) {
            Sample.Summary delay = run(ExperimentSpec.of(algorithm, nodes)).synchronizationDelay();
            assertThat(delay.min()).isEqualTo(1);
            assertThat(delay.max()).isEqualTo(1);
        }
    }

    /**
     * In one round the token visits all nodes and crosses each edge twice; so does the REQUEST for
     * it.
     */
    @ParameterizedTest
    @CsvSource({"line, 7", "star, 7", "binary, 7", "3-ary, 7", "line, 12", "star, 12", "binary, 12", "3-ary, 12"})
    void raymondsTreeCostsTheSameWhateverItsShape(String shape, int nodes) {
        Measurements run = run(ExperimentSpec.of("raymond-tree", nodes).option("tree", shape));
        double way = 2.0 * (nodes - 1) / nodes;
        assertThat(run.messagesPerEntry()).isEqualTo(2 * way, ROUNDING);
        assertThat(run.synchronizationDelay().mean()).isEqualTo(way, ROUNDING);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 7, 13, 21})
    void maekawaOnAProjectivePlane(int nodes) {
        int members = RequestSets.build(nodes).of(1).size();
        ExperimentSpec experimentSpec = ExperimentSpec.of("maekawa", nodes);
        assertThat(members * (members - 1) + 1).isEqualTo(nodes);
        assertThat(run(experimentSpec).messagesPerEntry()).isEqualTo(4.0 * (members - 1), ROUNDING);
        assertThat(run(experimentSpec.load("light")).messagesPerEntry()).isEqualTo(3.0 * (members - 1));
    }

    @ParameterizedTest
    @CsvSource({"lamport, 5, 12", "lamport, 10, 27", "ricart-agrawala, 5, 8", "ricart-agrawala, 10, 18"})
    void messagesUnderLightLoad(String algorithm, int nodes, double messages) {
        Measurements run = run(ExperimentSpec.of(algorithm, nodes).load("light"));
        assertThat(run.messagesPerEntry()).isEqualTo(messages);
    }

    /**
     * Ricart and Agrawala 1981, 5.3.1: "no request can be serviced in less than one round-trip
     * time".
     */
    @Test
    void aNodeWithoutContentionWaitsForOneRoundTrip() {
        Sample.Summary response =
                run(ExperimentSpec.of("ricart-agrawala", 5).load("light")).response();
        assertThat(response.min()).isEqualTo(2 + HOLD);
        assertThat(response.max()).isEqualTo(2 + HOLD);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5, 10})
    void onAverageHalfThePermissionsOrTheTokenAreElsewhere(int nodes) {
        averages(ExperimentSpec.of("roucairol-carvalho", nodes), nodes - 1);
        averages(ExperimentSpec.of("suzuki-kasami", nodes), nodes - 1);
    }

    /** Twice the mean distance; the distances of all 7 times 7 pairs add up to {@code ways}. */
    @ParameterizedTest
    @CsvSource({"line, 112", "star, 72", "binary, 96"})
    void aRequestClimbsRaymondsTreeAndTheTokenComesBack(String shape, double ways) {
        averages(ExperimentSpec.of("raymond-tree", 7).option("tree", shape), 2 * ways / 49);
    }

    /** Between two entries the token makes a hop in each message delay, but not while a node is inside. */
    @ParameterizedTest
    @CsvSource({"5, 0.01", "5, 0.1", "20, 0.1", "20, 0.5"})
    void aTokenThatCirculatesFreelySendsMessagesInAllTheTimeBetweenEntries(int nodes, double load) {
        Measurements run = run(ExperimentSpec.of("token-ring", nodes)
                .option("pause", "0")
                .load("poisson:" + load / nodes)
                .entries(5000, 200));
        assertThat(run.messagesPerEntry()).isCloseTo(1 / run.throughput() - HOLD, within(0.02));
    }

    /**
     * Ricart and Agrawala 1981, 5.3.3, with K at once: each permit is taken again after T + E; no
     * node makes requests more often than every 2T + E.
     */
    @ParameterizedTest
    @CsvSource({"4, 2", "6, 2", "6, 3", "6, 5", "5, 4", "10, 3"})
    void throughputOfKEntries(int nodes, int permits) {
        Measurements run = run(ExperimentSpec.of("raymond-k", nodes).permits(permits));
        double most = Math.min(permits / (1 + HOLD), nodes / (2 + HOLD));
        assertThat(run.throughput()).isCloseTo(most, within(most * permits / run.entries()));
    }

    /**
     * Ricart and Agrawala 1981, appendix: N(N+1)/2-1, and 2(N-1) where messages arrive in order.
     */
    @ParameterizedTest
    @CsvSource({"2, exponential:1", "3, exponential:1", "3, 'uniform:0,1'", "4, exponential:1", "5, exponential:1"})
    void noRequestIsOvertakenMoreOftenThanTheAppendixSays(int nodes, String delay) {
        ExperimentSpec experimentSpec = ExperimentSpec.of("ricart-agrawala", nodes)
                .delay(delay)
                .hold("constant:0.01")
                .entries(5000, 0);
        for (int seed = 1; seed <= 5; seed++) {
            Experiment<?, ?> fifo =
                    experimentSpec.channels(Network.FIFO).experiment().withSeed(seed);
            Experiment<?, ?> any =
                    experimentSpec.channels(Network.UNORDERED).experiment().withSeed(seed);
            assertThat(fifo.run().maxBypass()).isLessThanOrEqualTo(2L * (nodes - 1));
            assertThat(any.run().maxBypass()).isLessThanOrEqualTo(nodes * (nodes + 1L) / 2 - 1);
        }
    }

    /** Ricart and Agrawala 1981, appendix: the bounds are reached; with 2 nodes both are 2. */
    @ParameterizedTest
    @CsvSource({"bypass-two, 2, 2", "bypass-fifo, 3, 4", "bypass-unordered, 3, 5"})
    void aSchedulePutsTheLastNodeOffAsLongAsTheAppendixAllows(String name, int last, int others) throws IOException {
        Path file = Path.of("..", "scenarios", "ricart-agrawala", name + ".scenario");
        List<TraceEvent> events =
                Scenario.parse(Files.readString(file)).run().trace().events();
        List<TraceEvent> wait = events.stream()
                .dropWhile(event -> event.kind() != Kind.ASKED || event.node() != last)
                .takeWhile(event -> event.kind() != Kind.ENTERED || event.node() != last)
                .toList();
        assertThat(wait).filteredOn(event -> event.kind() == Kind.ENTERED).hasSize(others);
    }
}
