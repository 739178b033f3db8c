package org.peerlock.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All Java in the documents is compiled: it is copied from the sources of this module, or from a
 * test of the laboratory.
 */
class DocumentsTest {

    private static final Path ROOT = Path.of("..");
    private static final Path TESTS = Path.of("src", "test", "java", "org", "peerlock", "examples");

    /** Where the code of {@code docs/CHECK-YOUR-OWN.md} comes from. */
    private static final Path LAB_TESTS =
            ROOT.resolve(Path.of("lab", "src", "test", "java", "org", "peerlock", "lab", "own"));

    static List<Path> documentsWithJava() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !blocks(file).isEmpty())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("documentsWithJava")
    void theCodeOfADocumentIsCompiled(Path document) throws IOException {
        String sources = withoutSpace(read(Path.of("src")) + read(LAB_TESTS));
        assertThat(blocks(document)).allSatisfy(block -> assertThat(sources).contains(block));
    }

    /** But for the package. */
    @Test
    void theTestInTheApiPageIsAWholeFile() throws IOException {
        String file = Files.readString(TESTS.resolve("LostLockTest.java"));
        assertThat(blocks(ROOT.resolve("docs/API.md"))).contains(withoutSpace(file.replaceFirst("package .*;", "")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"peerlock", "peerlock-testkit"})
    void theDependencyHasTheVersionThatIsBuilt(String artifact) throws IOException {
        Matcher version = Pattern.compile("<version>.*?</version>").matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(version.find()).isTrue();
        assertThat(withoutSpace(Files.readString(ROOT.resolve("README.md"))))
                .contains("<artifactId>" + artifact + "</artifactId>" + version.group());
    }

    @Test
    void theSpeedInTheReadmeIsWhatWasMeasuredLast() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        String speed = readme.substring(readme.indexOf("## How fast"), readme.indexOf("## Is it correct?"));
        String measured = Files.readString(ROOT.resolve("docs/BENCHMARKS.md"));
        assertThat(Pattern.compile("\\d[\\d,]*,\\d{3} \\|")
                        .matcher(speed)
                        .results()
                        .map(MatchResult::group))
                .isNotEmpty()
                .allSatisfy(number -> assertThat(measured).contains(number.replace(" |", "")));
    }

    private static String read(Path folder) throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }

    /** The Java in a document, without white space. */
    private static List<String> blocks(Path document) {
        try {
            return Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                    .matcher(Files.readString(document))
                    .results()
                    .map(block -> withoutSpace(block.group(1)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s", "");
    }
}
