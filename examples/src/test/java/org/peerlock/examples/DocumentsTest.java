package org.peerlock.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Java in the documents is that of this module, which is compiled and run. */
class DocumentsTest {

    private static final Path ROOT = Path.of("..");
    private static final Path TESTS = Path.of("src", "test", "java", "org", "peerlock", "examples");

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/USING.md", "docs/CHOOSING.md"})
    void theCodeOfADocumentIsThatOfTheExamples(String document) throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                sources.append(withoutSpace(Files.readString(file)));
            }
        }
        assertThat(blocks(document))
                .isNotEmpty()
                .allSatisfy(block -> assertThat(sources).contains(block));
    }

    /** But for the package. */
    @Test
    void whoPastesTheTestOfTheReadmeHasTheWholeFile() throws IOException {
        String file = Files.readString(TESTS.resolve("LostLockTest.java"));
        assertThat(blocks("README.md")).contains(withoutSpace(file.replaceFirst("package .*;", "")));
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
        String speed = readme.substring(readme.indexOf("## How fast"), readme.indexOf("## Not only exclusive locks"));
        String measured = Files.readString(ROOT.resolve("docs/BENCHMARKS.md"));
        assertThat(Pattern.compile("\\d[\\d,]*,\\d{3}").matcher(speed).results().map(MatchResult::group))
                .isNotEmpty()
                .allSatisfy(number -> assertThat(measured).contains(number));
    }

    /** The Java in a document, without white space. */
    private static List<String> blocks(String document) throws IOException {
        return Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(ROOT.resolve(document)))
                .results()
                .map(block -> withoutSpace(block.group(1)))
                .toList();
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s", "");
    }
}
