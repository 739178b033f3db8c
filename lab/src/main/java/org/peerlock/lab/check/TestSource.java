package org.peerlock.lab.check;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.scenario.ScenarioRun;

/**
 * A scenario with a violation as the source of a JUnit 5 test. Paste it into a project that has the
 * laboratory on its test class path; the test fails until the defect is corrected.
 *
 * <p>The test runs the scenario with the algorithm that the catalogue or the zoo has under this
 * name. If a step is no longer possible because the algorithm has changed, the test passes,
 * although it no longer tests much.
 *
 * @param className the name of the test class, and of its file without {@code .java}
 * @param text the text of the file
 */
public record TestSource(String className, String text) {

    private static final String TEMPLATE = """
            import static org.junit.jupiter.api.Assertions.assertFalse;
            import static org.junit.jupiter.api.Assertions.assertTrue;

            import org.junit.jupiter.api.Test;
            import org.peerlock.lab.scenario.Scenario;
            import org.peerlock.lab.scenario.ScenarioException;
            import org.peerlock.lab.scenario.ScenarioRun;

            class %s {

                @Test
                void %sIsNotViolated() {
                    Scenario scenario = Scenario.parse(\"""
            %s
                            \""");
                    try {
                        ScenarioRun run = scenario.run();
                        assertTrue(run.violation().isEmpty(), () -> String.join("\\n", run.output()));
                    } catch (ScenarioException stopped) { // fine after the first step: the defect cannot happen any more
                        assertFalse(stopped.output().isEmpty(), stopped.getMessage());
                    }
                }
            }
            """;

    private static final String INDENT = " ".repeat(16);

    /**
     * The test of a scenario, named after its algorithm.
     *
     * @param scenario the text of the scenario
     * @throws IllegalArgumentException if the scenario has no violation
     * @throws org.peerlock.lab.scenario.ScenarioException if the scenario is invalid
     */
    public static TestSource of(String scenario) {
        String algorithm = Scenario.parse(scenario).header().algorithm();
        return of(scenario, camelCase("-" + algorithm) + "Test");
    }

    /** The same with another name. */
    public static TestSource of(String scenario, String name) {
        ScenarioRun scenarioRun = Scenario.parse(scenario).run();
        Property violated = scenarioRun
                .violation()
                .orElseThrow(() -> new IllegalArgumentException("this scenario violates nothing"))
                .property();
        return new TestSource(name, TEMPLATE.formatted(name, camelCase(violated.toString()), block(scenario)));
    }

    /** The scenario without its expected output, escaped for a text block. */
    private static String block(String scenario) {
        return scenario.lines()
                .takeWhile(line -> !line.strip().equals("----"))
                .map(line -> line.replace("\\", "\\\\").replace("\"\"\"", "\\\"\"\""))
                .map(line -> line.isBlank() ? "" : INDENT + line)
                .collect(Collectors.joining("\n"));
    }

    /** Replaces hyphens by capital letters. */
    private static String camelCase(String words) {
        return Pattern.compile("-(.)")
                .matcher(words)
                .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    }
}
