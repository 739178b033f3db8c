package org.peerlock.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;

/**
 * Every file below {@code scenarios/} gives its expected output. {@code -Dscenario.rewrite} accepts
 * the new output.
 */
class ScenariosTest {

    private static final Path FOLDER = Path.of("..", "scenarios");

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".scenario"))
                    .sorted()
                    .toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> scenarios() throws IOException {
        return files().stream()
                .map(file -> DynamicTest.dynamicTest(FOLDER.relativize(file).toString(), () -> tell(file)));
    }

    private static void tell(Path file) throws IOException {
        String text = Files.readString(file);
        ScenarioRun scenarioRun = Scenario.parse(text).run();
        assertThat(scenarioRun.surprise()).isEmpty();
        if (System.getProperty("scenario.rewrite") != null) {
            Files.writeString(file, Scenario.rewritten(text, scenarioRun.output()));
        }
        assertThat(scenarioRun.output())
                .isEqualTo(Scenario.parse(Files.readString(file)).expected());
    }

    @Test
    void everyAlgorithmHasAnOrdinaryScenarioAndOneThatShowsWhatIsSpecialAboutIt() throws IOException {
        List<String> told = files().stream()
                .map(file -> {
                    try {
                        return Scenario.parse(Files.readString(file)).header().algorithm();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .toList();
        for (CatalogueEntry<?, ?> entry : Catalogue.entries()) {
            assertThat(told.stream().filter(entry.id()::equals).count())
                    .as(entry.id())
                    .isGreaterThanOrEqualTo(2);
        }
    }
}
