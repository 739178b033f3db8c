package org.peerlock.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.lab.world.Violation;

/** Experiments with faults. */
class FaultPlanTest {

    private static Experiment<?, ?> experiment(String algorithm, String delay, String... faults) {
        return experiment(Catalogue.find(algorithm).orElseThrow(), delay, faults);
    }

    private static <S extends Record, M> Experiment<S, M> experiment(
            CatalogueEntry<S, M> entry, String delay, String... faults) {
        Experiment.Conditions conditions = new Experiment.Conditions(
                Network.FIFO,
                Delays.parse(delay),
                new ArrivalPattern.Saturated(),
                new Distribution.Constant(1),
                0,
                Optional.empty(),
                FaultPlan.of(Stream.of(faults).map(Fault::parse).toList()));
        Experiment<S, M> experiment =
                new Experiment<>(entry, GroupConfig.mutex(4), conditions, new Experiment.Plan(500, 0, 3));
        experiment.check();
        return experiment;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "loss:0.01",
                "duplicate:0.5",
                "pause:0.1,5",
                "crash:0.01",
                "crash:0.01,20",
                "cut:0.1,2.5",
                "partition:0.1,3",
                "pause@10:2,5",
                "crash@10:2",
                "crash@10:2,30",
                "restart@10.5:2",
                "cut@3:1>2;4",
                "partition@3:1,2|3,4;7",
                "partition@3:1|2|3;7"
            })
    void aFaultIsPrintedAsItIsWritten(String text) {
        assertThat(Fault.parse(text)).hasToString(text);
    }

    @Test
    void beforeADurationThereMayBeACommaToo() {
        assertThat(Fault.parse("cut@3:1>2,4")).isEqualTo(Fault.parse("cut@3:1>2;4"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "loss",
                "loss:2",
                "loss:-1",
                "loss:x",
                "loss:NaN",
                "pause:1",
                "pause:0,5",
                "pause@1:2",
                "pause@1:0,5",
                "crash@1:x",
                "restart:1",
                "restart@1:2,3",
                "cut@1:1>2",
                "cut@1:1>2>3,4",
                "partition@1:1,2;3",
                "flood:1"
            })
    void anInvalidTextIsRefusedWithWhatWasExpected(String text) {
        assertThatThrownBy(() -> Fault.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("partition@TIME:1,2|3,4;DURATION, not '" + text + "'");
    }

    @Test
    void aNodeThatIsNotThereCannotCrash() {
        assertThatThrownBy(() -> experiment("ricart-agrawala", "constant:1", "crash@1:5"))
                .hasMessage("there are 4 nodes; crash@1:5 names another");
    }

    @Test
    void aMediumThatAllObserveCannotBeCut() {
        assertThatThrownBy(() -> experiment("ra-medium", "constant:1", "cut:1,1"))
                .hasMessageContaining("on a sequenced medium all observe everything");
    }

    @Test
    void pausesAndPartitionsThatHealDoNoHarmToAlgorithmsThatWaitForAnswers() {
        Measurements run = experiment("lamport", "uniform:0,2", "pause:0.1,5", "cut:0.1,5", "partition:0.02,10")
                .run();
        assertThat(run.violation()).isEmpty();
        assertThat(run.stalled()).isFalse();
        assertThat(run.entries()).isEqualTo(500);
    }

    @Test
    void anAlgorithmThatNeedsAllAnswersWaitsForEverWhenOneIsLost() {
        assertThat(experiment("ricart-agrawala", "constant:1", "loss:0.01")
                        .run()
                        .stalled())
                .isTrue();
    }

    @Test
    void aNodeThatHasCrashedIsNotInside() {
        // Node 1 has the token and is inside from 0 to 1; it restarts at 0.6 with a second token,
        // and enters at once.
        Measurements run = experiment("suzuki-kasami", "constant:1", "crash@0.5:1", "restart@0.6:1")
                .run();
        assertThat(run.waitingByNode().get(0).count()).isGreaterThan(1);
        assertThat(run.violation())
                .hasValueSatisfying(found -> assertThat(found.property())
                        .as("the violation is the repeated fence 1, not being inside twice")
                        .isEqualTo(Property.FENCE));
    }

    @Test
    void aTokenIsDuplicatedWhenItsFirstOwnerIsRestarted() {
        Measurements run = experiment("suzuki-kasami", "constant:1", "crash@20.5:1", "restart@21:1")
                .run();
        assertThat(run.violation()).isPresent();
    }

    /**
     * The messages of a run: when each was sent and when it arrived, as long as two runs are the
     * same.
     */
    @Test
    void aFaultDoesNotChangeTheTimesThatAreDrawn() {
        List<String> without = deliveries();
        assertThat(deliveries("pause@30:1,5", "loss:0", "crash@35:2")).startsWith(upTo(30, without));
        assertThat(deliveries("duplicate:1").stream().distinct().toList())
                .as("of each message, one copy arrives when it would have")
                .containsAll(List.of(without.get(0), without.get(1), without.get(2)));
    }

    private static String[] upTo(double time, List<String> deliveries) {
        return deliveries.stream()
                .takeWhile(delivery -> Double.parseDouble(delivery.split(" ", 2)[0]) < time)
                .toArray(String[]::new);
    }

    private static List<String> deliveries(String... faults) {
        List<String> deliveries = new ArrayList<>();
        experiment("ricart-agrawala", "uniform:0,2", faults).run(new Deliveries(deliveries));
        return deliveries;
    }

    /** Records deliveries. */
    private record Deliveries(List<String> taken) implements Recorder {

        @Override
        public void sent(long time, int from, int to, Object message) {}

        @Override
        public void delivered(long time, int from, int to, Object message) {
            taken.add((double) time / Distribution.UNIT + " " + from + " " + to + " " + message);
        }

        @Override
        public void asked(long time, int node, Request request) {}

        @Override
        public void entered(long time, int node, long id, long fence) {}

        @Override
        public void left(long time, int node, long id) {}

        @Override
        public void cancelled(long time, int node, long id) {}

        @Override
        public void withdrawn(long time, int node, long id) {}

        @Override
        public void expired(long time, int node, TimerId timer) {}
    }

    @Test
    void aStepThatMeetsTheImpossibleIsAViolation() {
        class Sceptic extends RicartAgrawala {
            Sceptic(int me, int nodes) {
                super(me, nodes);
            }

            @Override
            public State onRequest(State s, Request request, Effects<Message> out) {
                throw new AssertionError("nobody ever asks");
            }
        }
        Measurements run = experiment(
                        CatalogueEntry.of(RicartAgrawala.PROFILE, config -> me -> new Sceptic(me, config.nodes())),
                        "constant:1")
                .run();
        assertThat(run.violation()).contains(new Violation(Property.EXPECTATION, "at 0.0: nobody ever asks"));
    }
}
