package org.peerlock.lab.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import net.sourceforge.plantuml.BlockUml;
import net.sourceforge.plantuml.ErrorUml;
import net.sourceforge.plantuml.SourceStringReader;
import net.sourceforge.plantuml.error.PSystemError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.lab.scenario.Scenario;

/** The sequence diagrams of all scenarios, read by the tools that they are for. */
class SequenceDiagramsTest {

    private static final Path SCENARIOS = Path.of("..", "scenarios");

    /** Where Mermaid finds the diagrams: see {@code src/test/mermaid}. */
    private static final Path DIAGRAMS = Path.of("target", "diagrams");

    static List<Path> files() throws IOException {
        return TracesTest.files();
    }

    @ParameterizedTest
    @MethodSource("files")
    void plantUmlAcceptsTheDiagramOfEveryScenario(Path file) throws IOException {
        assertThat(error(SequenceDiagram.plantUml(trace(file)))).isEmpty();
    }

    @Test
    void plantUmlRefusesABrokenDiagram() {
        assertThat(error("@startuml\nn1 -> n2 : REQUEST\nactivate n2\ndeactivate n2\nactivate n2\n@enduml\n"))
                .hasValueSatisfying(wrong -> assertThat(wrong).startsWith("Activate/Deactivate already done on n2"));
        assertThat(error("@startuml\nn1 - n2 : REQUEST\nnonsense\n@enduml\n")).isPresent();
    }

    @ParameterizedTest
    @MethodSource("files")
    void theDiagramOfEveryScenarioIsWrittenForMermaid(Path file) throws IOException {
        Path name = SCENARIOS.relativize(file);
        Path diagram = DIAGRAMS.resolve(name.toString().replace(".scenario", ".mmd"));
        Files.createDirectories(diagram.getParent());
        Files.writeString(diagram, SequenceDiagram.mermaid(trace(file)));
        assertThat(diagram).content().startsWith("sequenceDiagram\n");
    }

    private static Trace trace(Path file) throws IOException {
        return Scenario.parse(Files.readString(file)).run().trace();
    }

    /** What PlantUML finds wrong with a text. */
    private static Optional<String> error(String text) {
        List<BlockUml> blocks = new SourceStringReader(text).getBlocks();
        assertThat(blocks).hasSize(1);
        return blocks.get(0).getDiagram() instanceof PSystemError wrong
                ? wrong.getErrorsUml().stream().map(ErrorUml::getError).findFirst()
                : Optional.empty();
    }
}
