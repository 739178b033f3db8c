package org.peerlock.lab.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.lab.check.Check;
import org.peerlock.lab.check.Effort;
import org.peerlock.lab.check.Report;
import org.peerlock.lab.check.Search;
import org.peerlock.lab.check.Workload;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.simulate.Delays;
import org.peerlock.lab.simulate.Distribution;
import org.peerlock.lab.simulate.Experiment;
import org.peerlock.lab.simulate.Load;
import org.peerlock.lab.simulate.Measurements;

/** What {@code docs/CHECK-YOUR-OWN.md} shows: its code is from the files of this package, its figures are asserted here. */
class CheckYourOwnTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "CHECK-YOUR-OWN.md");
    private static final Path SOURCES = Path.of("src", "test", "java", "org", "peerlock", "lab", "own");

    private static final Set<Property> CLAIMED =
            HomeMadeLock.PROFILE.assumptions().claimedOn(Network.UNORDERED);

    private static Measurements run(String patience, long seed) {
        Experiment.Conditions conditions = new Experiment.Conditions(
                Network.UNORDERED,
                Delays.parse("exponential:1"), // messages overtake each other all the time
                Load.parse("think:5"), // a node asks again so long after it has left
                Distribution.parse("exponential:10"), // it stays inside for so long: the other two must queue
                0, // a mutex has no readers
                Optional.of(Distribution.parse(patience)));
        return new Experiment<>(HomeMadeLock.ENTRY, Setting.mutex(3), conditions, new Experiment.Plan(1, 0, seed))
                .settle(200, CLAIMED)
                .run();
    }

    @Test
    void tenThousandRandomRunsFindNothing() {
        long entries = 0;
        long givenUp = 0;
        for (long seed = 1; seed <= 10_000; seed++) {
            Measurements run = run("uniform:20,60", seed);
            assertThat(run.violation()).as("seed %d", seed).isEmpty();
            entries += run.entries();
            givenUp += run.withdrawn();
        }
        assertThat(entries).isGreaterThan(150_000);
        assertThat(givenUp).isGreaterThan(15_000);
    }

    @Test
    void randomRunsFindItOnceSomebodyGivesUpSoon() {
        assertThat(LongStream.rangeClosed(1, 1_000))
                .anyMatch(seed -> run("exponential:20", seed).violation().isPresent());
    }

    @Test
    void theCheckerFindsAStory() throws IOException {
        Check<?, ?> check = Check.of(HomeMadeLock.ENTRY).entries(2).cancels(1);

        assertThatThrownBy(check::verify)
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("exclusion: inside together: 1 2")
                .satisfies(error -> assertThat(Files.readString(DOCUMENT)).contains(error.getMessage()));
        assertThat(check.run(Effort.upTo(10_000)).counterexample().orElseThrow().steps())
                .hasSize(9);
    }

    @Test
    void whereNobodyAsksAgainAfterGivingUpTheSlipDoesNotShow() {
        Check.of(HomeMadeLock.ENTRY).entries(2).verify();
        Check.of(HomeMadeLock.ENTRY).nodes(3).entries(1).cancels(1).verify();
    }

    @Test
    void theMendedLockHolds() {
        Report<?> two =
                Check.of(MendedLock.ENTRY).nodes(2).entries(2).cancels(2).verify();
        Report<?> three = Check.of(MendedLock.ENTRY)
                .nodes(3)
                .entries(1)
                .on(Network.UNORDERED)
                .cancels(1)
                .verify();

        assertThat(two.states()).isEqualTo(4_403);
        assertThat(three.states()).isEqualTo(22_761);
    }

    @Test
    void theMendedLockHoldsWhereANodeIsAlreadyInside() {
        Start start = new Start(1, 7, List.of(new Start.Inside(2, Request.exclusive(1))));
        Workload workload = Workload.of(Capacity.mutex(), 1).withCancels(1);
        new Check<>(MendedLock.ENTRY, Setting.mutex(2), Network.UNORDERED, start, workload, CLAIMED).verify();
    }

    private static Optional<Property> wrongIn(Entry<?, ?> entry) {
        return Scenario.parse("""
                algorithm home-made
                nodes 2
                network unordered

                request 2
                request 1
                deliver 2 -> 1 ASK(1)
                cancel 1 #1
                request 1
                deliver 1 -> 2 YES(1)
                deliver 1 -> 2 ASK(2)
                deliver 1 -> 2 ASK(1)
                settle
                """).tell(entry).violation().map(violation -> violation.property());
    }

    @Test
    void aRequestThatWasGivenUpAnswersForNoOther() {
        assertThat(wrongIn(HomeMadeLock.ENTRY)).contains(Property.EXCLUSION);
        assertThat(wrongIn(MendedLock.ENTRY)).isEmpty();
    }

    @Test
    void petersonsAlgorithmNeedsTheFlagFirst() {
        Search.Result<String> right = Search.run(new Peterson(true), Effort.upTo(1_000));
        assertThat(right.complete()).isTrue();
        assertThat(right.states()).isEqualTo(20);

        Search.Trace<String> wrong =
                Search.run(new Peterson(false), Effort.upTo(1_000)).wrong().orElseThrow();
        assertThat(wrong.actions())
                .containsExactly(
                        "1 gives the turn to 2",
                        "2 gives the turn to 1",
                        "2 raises its flag",
                        "2 enters",
                        "1 raises its flag",
                        "1 enters");
    }

    /** Whatever its white space is. */
    @Test
    void theCodeOfTheDocumentIsThatOfTheTests() throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path file : files.toList()) {
                sources.append(withoutSpace(Files.readString(file)));
            }
        }
        List<String> blocks = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(DOCUMENT))
                .results()
                .map(block -> withoutSpace(block.group(1)))
                .toList();
        assertThat(blocks).isNotEmpty().allSatisfy(block -> assertThat(sources).contains(block));
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s", "");
    }
}
