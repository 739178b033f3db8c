package org.peerlock.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.lab.experiment.ExperimentSpec;
import org.peerlock.lab.simulate.TraceRecorder.Window;
import org.peerlock.lab.trace.TraceEvent;
import org.peerlock.lab.trace.TraceEvent.Kind;

/** A window of a run shows what the whole run shows at that time. */
class TraceRecorderTest {

    private static final double FROM = 40;
    private static final double TO = 50;

    private static List<TraceEvent> events(String algorithm, Window window) {
        ExperimentSpec spec =
                ExperimentSpec.of(algorithm, 4).load("poisson:0.15").entries(200, 0);
        TraceRecorder recorder = new TraceRecorder(4, window, 1);
        spec.experiment().run(recorder);
        return recorder.trace("", "").events();
    }

    private static String text(TraceEvent event) {
        return event.time() + " " + event.kind() + " " + event.node() + " " + event.peer() + " " + event.text();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ricart-agrawala", "suzuki-kasami", "ra-broadcast", "token-ring"})
    void theEventsOfAWindowAreThoseOfTheRunAtThatTime(String algorithm) {
        List<String> whole = events(algorithm, Window.whole()).stream()
                .filter(event -> event.time() > FROM && event.time() <= TO)
                .map(TraceRecorderTest::text)
                .toList();
        List<String> shown = events(algorithm, new Window(FROM, TO, Long.MAX_VALUE)).stream()
                .filter(event -> event.time() > FROM)
                .map(TraceRecorderTest::text)
                .toList();
        assertThat(whole).hasSizeGreaterThan(10);
        assertThat(shown).containsExactlyElementsOf(whole);
    }

    @Test
    void aWindowBeginsWithTheMessagesThatAreUnderWay() {
        List<TraceEvent> shown = events("ricart-agrawala", new Window(FROM, TO, Long.MAX_VALUE));
        assertThat(shown).filteredOn(event -> event.time() < FROM).isNotEmpty().allSatisfy(event -> {
            assertThat(event.kind()).isEqualTo(Kind.SENT);
            assertThat(event.time()).isGreaterThanOrEqualTo(FROM - 1);
        });
    }

    @Test
    void aWindowBeginsWithTheRequestsThatWaitOrAreInside() {
        double inside = events("ricart-agrawala", Window.whole()).stream()
                        .filter(event -> event.kind() == Kind.ENTERED && event.time() > FROM)
                        .findFirst()
                        .orElseThrow()
                        .time()
                + 0.05;
        List<TraceEvent> shown = events("ricart-agrawala", new Window(inside, TO, Long.MAX_VALUE));
        String beginning = shown.stream()
                .filter(event -> event.time() == inside)
                .map(event -> event.kind().toString())
                .collect(Collectors.joining(" "));
        assertThat(beginning).startsWith("ASKED").contains("ASKED ENTERED");
        assertThat(shown.stream()
                        .filter(event -> event.kind() == Kind.LEFT)
                        .findFirst()
                        .orElseThrow()
                        .node())
                .isEqualTo(shown.stream()
                        .filter(event -> event.kind() == Kind.ENTERED)
                        .findFirst()
                        .orElseThrow()
                        .node());
    }

    @Test
    void aWindowEndsAfterSoManyEvents() {
        assertThat(events("ricart-agrawala", new Window(0, TO, 30))).hasSize(30);
    }
}
