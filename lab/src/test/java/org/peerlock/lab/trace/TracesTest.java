package org.peerlock.lab.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.trace.TraceEvent.Kind;

/** What holds of the trace of every story. */
class TracesTest {

    private static final Path FOLDER = Path.of("..", "scenarios");

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".scenario"))
                    .sorted()
                    .toList();
        }
    }

    private static Trace trace(Path file) throws IOException {
        return Scenario.parse(Files.readString(file)).run().trace();
    }

    @ParameterizedTest
    @MethodSource("files")
    void aMessageArrivesAfterItWasSent(Path file) throws IOException {
        Set<Long> sent = new HashSet<>();
        for (TraceEvent event : trace(file).events()) {
            if (event.kind() == Kind.SENT) {
                assertThat(sent.add(event.message())).isTrue();
            } else if (event.message() != 0) {
                assertThat(sent).contains(event.message());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void vectorClocksGrowAlongMessagesAndCountTheEventsOfANode(Path file) throws IOException {
        Trace trace = trace(file);
        List<NodeCounters> clocks = VectorClocks.of(trace);
        Map<Long, NodeCounters> sent = new HashMap<>();
        Map<Integer, Long> events = new HashMap<>();
        for (int i = 0; i < clocks.size(); i++) {
            TraceEvent event = trace.events().get(i);
            NodeCounters clock = clocks.get(i);
            if (event.kind() == Kind.LOST) {
                continue;
            }
            assertThat(clock.of(event.node())).isEqualTo(events.merge(event.node(), 1L, Long::sum));
            if (event.kind() == Kind.SENT) {
                sent.put(event.message(), clock);
            } else if (event.kind() == Kind.DELIVERED) {
                NodeCounters before = Objects.requireNonNull(sent.get(event.message()));
                for (int node = 1; node <= trace.nodes(); node++) {
                    assertThat(clock.of(node)).isGreaterThanOrEqualTo(before.of(node));
                }
                assertThat(clock).isNotEqualTo(before);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void aPictureIsWellFormedAndHasALineForEachNodeAndAnArrowForEachDelivery(Path file) throws Exception {
        Trace trace = trace(file);
        Picture picture = new Picture(SpaceTimeDiagram.svg(trace));
        assertThat(picture.count("lane")).isEqualTo(trace.nodes());
        assertThat(picture.count("delivered")).isEqualTo(count(trace, Kind.DELIVERED));
        assertThat(picture.count("lost")).isGreaterThanOrEqualTo(count(trace, Kind.LOST));
        assertThat(picture.text()).isEqualTo(SpaceTimeDiagram.svg(trace)).matches("\\p{ASCII}*");
    }

    private static int count(Trace trace, Kind kind) {
        return (int)
                trace.events().stream().filter(event -> event.kind() == kind).count();
    }
}
