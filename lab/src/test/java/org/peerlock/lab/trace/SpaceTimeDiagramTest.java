package org.peerlock.lab.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.simulate.ArrivalPattern;
import org.peerlock.lab.simulate.Delays;
import org.peerlock.lab.simulate.Distribution;
import org.peerlock.lab.simulate.Experiment;
import org.peerlock.lab.simulate.TraceRecorder;

class SpaceTimeDiagramTest {

    private static Picture picture(String scenario) throws Exception {
        return new Picture(SpaceTimeDiagram.svg(Scenario.parse(scenario).run().trace()));
    }

    @Test
    void aNodeThatWaitsHasAHollowBarAndANodeInsideAFilledOneWithItsFence() throws Exception {
        Picture picture = picture("algorithm ricart-agrawala\nnodes 2\nrequest 1\nsettle\nrelease 1\n");
        assertThat(picture.count("waiting"))
                .as("one bar, and one in the legend")
                .isEqualTo(2);
        assertThat(picture.count("inside")).isEqualTo(2);
        assertThat(picture.texts("fence")).containsExactly("^1");
        assertThat(picture.texts("delivered"))
                .containsExactly(
                        "REQUEST(1) from 1 to 2, sent at 1, delivered at 2",
                        "REPLY from 2 to 1, sent at 2, delivered at 3");
        assertThat(picture.texts("what")).containsExactly("waits", "inside, ^ its fence", "REQUEST", "REPLY");
        assertThat(picture.texts("unit")).containsExactly("step");
    }

    @Test
    void aLostMessageEndsInACrossAndOneUnderWayInARing() throws Exception {
        Picture lost = picture("algorithm ricart-agrawala\nnodes 2\nrequest 1\ndrop 1 -> 2\n");
        assertThat(lost.count("delivered")).isZero();
        assertThat(lost.count("lost")).isEqualTo(1);
        assertThat(lost.count("cross")).isEqualTo(2);
        Picture underway = picture("algorithm ricart-agrawala\nnodes 2\nrequest 1\n");
        assertThat(underway.count("underway")).isEqualTo(1);
        assertThat(underway.count("ring")).isEqualTo(2);
        assertThat(underway.texts("what")).contains("still under way");
    }

    @Test
    void aLineThroughAllNodesMarksAViolation() throws Exception {
        Picture wrong = picture(Files.readString(Path.of("..", "scenarios", "zoo", "tree-as-on-slides.scenario")));
        assertThat(wrong.texts("wrong")).containsExactly("violates exclusion: inside together: 1 2");
        assertThat(wrong.texts("what")).contains("something is violated");
        assertThat(wrong.paths("violated"))
                .as("at step 4, from above node 1 to below node 2; and in the legend")
                .hasSize(2)
                .first()
                .isEqualTo("M393 92 L393 302");
        Picture right = picture("algorithm ricart-agrawala\nnodes 2\nrequest 1\n");
        assertThat(right.count("wrong")).isZero();
        assertThat(right.count("violated")).isZero();
    }

    @Test
    void aShortRunHasWholeStepsAndRoomForItsTexts() throws Exception {
        Picture picture = picture("""
                algorithm maekawa-simple
                nodes 2
                violates progress
                request 1
                request 2
                deliver 1 -> 2
                deliver 2 -> 1
                """);
        assertThat(picture.texts("tick")).containsExactly("1", "2", "3", "4");
        assertThat(picture.texts("wrong"))
                .containsExactly("violates progress: nothing is under way and nobody is inside, yet these wait: 1 2");
    }

    @Test
    void aBroadcastFansOut() throws Exception {
        Picture picture = picture("algorithm ra-medium\nnodes 3\nrequest 2\nsettle\nrelease 2\nsettle\n");
        assertThat(picture.texts("delivered"))
                .filteredOn(story -> story.startsWith("REQUEST"))
                .extracting(story -> story.replaceAll(",.*", ""))
                .containsExactlyInAnyOrder("REQUEST from 2 to 1", "REQUEST from 2 to 2", "REQUEST from 2 to 3");
    }

    @Test
    void readersThatAreInsideTogetherLookDifferent() throws Exception {
        Picture picture = picture(Files.readString(Path.of("..", "scenarios", "lamport", "readers-writers.scenario")));
        assertThat(picture.texts("what")).contains("inside with others");
    }

    @Test
    void inFigureOneAllMessagesHaveTheirTextsAndNoneLiesOnAnother() throws Exception {
        Picture picture = picture(Files.readString(Path.of("..", "scenarios", "ricart-agrawala", "figure-1.scenario")));
        assertThat(picture.count("ink-0")).as("REQUEST").isEqualTo(6);
        assertThat(picture.count("ink-1")).as("REPLY").isEqualTo(6);
    }

    @Test
    void theFigureInTheDocumentationIsTheOneThatIsDrawn() throws Exception {
        Picture picture = picture(Files.readString(Path.of("..", "scenarios", "ricart-agrawala", "figure-1.scenario")));
        assertThat(Files.readString(Path.of("..", "docs", "figure-1.svg"))).isEqualTo(picture.text());
    }

    @Test
    void labelsThatCannotBeApartAreLeftOut() {
        ArrowPath arrow = ArrowPath.straight(0, 0, 10, 10);
        List<ArrowPath> arrows = List.of(arrow, arrow, arrow, arrow);
        List<@Nullable RotatedRectangle> places =
                LabelPlacer.place(arrows, List.of("AAAA", "BBBB", "CCCC", "DDDD"), List.of());
        List<RotatedRectangle> kept = new ArrayList<>();
        for (RotatedRectangle place : places) {
            if (place != null) {
                assertThat(kept).noneMatch(place::touches);
                kept.add(place);
            }
        }
        assertThat(kept).hasSizeBetween(1, 3);
    }

    @Test
    void aSimulatedRunHasRealTimesAndWhatWasUnderWayAtItsEnd() throws Exception {
        Experiment.Conditions conditions = new Experiment.Conditions(
                Network.UNORDERED,
                Delays.parse("constant:1"),
                ArrivalPattern.parse("saturated"),
                Distribution.parse("constant:0.5"),
                0,
                Optional.empty());
        Experiment<?, ?> experiment = new Experiment<>(
                Catalogue.find("ricart-agrawala").orElseThrow(),
                new GroupConfig(3, Capacity.mutex(), new TreeMap<>()),
                conditions,
                new Experiment.Plan(4, 0, 1));
        TraceRecorder recorder = new TraceRecorder(3);
        experiment.run(recorder);
        Picture picture = new Picture(SpaceTimeDiagram.svg(recorder.trace("ricart-agrawala", "")));
        assertThat(picture.texts("unit")).containsExactly("time");
        assertThat(picture.texts("fence")).contains("^1", "^2", "^3");
        assertThat(picture.texts("delivered")).contains("REPLY^1 from 1 to 2, sent at 2.5, delivered at 3.5");
    }
}
