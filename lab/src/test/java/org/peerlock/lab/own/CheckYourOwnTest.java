package org.peerlock.lab.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.lab.check.Check;
import org.peerlock.lab.check.SearchOptions;

/**
 * {@code docs/CHECK-YOUR-OWN.md} is right: its code is that of the other files of this package, and
 * its figures are asserted.
 */
class CheckYourOwnTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "CHECK-YOUR-OWN.md");
    private static final Path SOURCES = Path.of("src", "test", "java", "org", "peerlock", "lab", "own");

    @Test
    void randomRunsFindItOnceRequestsAreCancelledSoon() {
        assertThat(LongStream.rangeClosed(1, 1_000))
                .anyMatch(seed ->
                        HomeMadeLockTest.run("exponential:20", seed).violation().isPresent());
    }

    @Test
    void theCounterexampleIsTheOneThatTheSearchFinds() throws IOException {
        Check<?, ?> check = Check.of(HomeMadeLock.ENTRY).entries(2).cancels(1);

        assertThatThrownBy(check::verify)
                .isInstanceOf(AssertionError.class)
                .satisfies(error -> assertThat(Files.readString(DOCUMENT)).contains(error.getMessage()));
        assertThat(check.run(SearchOptions.upTo(10_000))
                        .counterexample()
                        .orElseThrow()
                        .steps())
                .hasSize(9);
    }

    @Test
    void theDefectDoesNotShowIfNoNodeAsksAgainAfterACancellation() {
        Check.of(HomeMadeLock.ENTRY).entries(2).verify();
        Check.of(HomeMadeLock.ENTRY).nodes(3).entries(1).cancels(1).verify();
    }

    @Test
    void unlimitedEntriesNeedANumbering() {
        assertThatThrownBy(Check.of(MendedLock.ENTRY).unlimitedEntries()::verify)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("with unlimited entries home-made has states without end");
    }

    @Test
    void theDependencyHasTheVersionThatIsBuilt() throws IOException {
        Matcher version = Pattern.compile("<version>.*?</version>").matcher(Files.readString(Path.of("..", "pom.xml")));
        assertThat(version.find()).isTrue();
        assertThat(withoutSpace(Files.readString(DOCUMENT)))
                .contains("<artifactId>peerlock-lab</artifactId>" + version.group());
    }

    @Test
    void theCodeOfTheDocumentIsThatOfTheTests() throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path file : files.toList()) {
                sources.append(withoutSpace(Files.readString(file)));
            }
        }
        assertThat(blocks())
                .isNotEmpty()
                .allSatisfy(block -> assertThat(sources).contains(block));
    }

    /** Except for the package. */
    @ParameterizedTest
    @ValueSource(strings = {"HomeMadeLock", "MendedLock", "HomeMadeLockTest", "Peterson", "PetersonTest"})
    void theBlocksOneAfterTheOtherAreTheWholeFile(String file) throws IOException {
        String missing =
                withoutSpace(Files.readString(SOURCES.resolve(file + ".java")).replaceFirst("package .*;", ""));
        for (String block : blocks()) {
            if (missing.startsWith(block)) {
                missing = missing.substring(block.length());
            }
        }
        assertThat(missing).isEmpty();
    }

    /** The Java in the document, without white space. */
    private static List<String> blocks() throws IOException {
        return Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(DOCUMENT))
                .results()
                .map(block -> withoutSpace(block.group(1)))
                .toList();
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s", "");
    }
}
