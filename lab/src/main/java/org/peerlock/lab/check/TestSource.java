package org.peerlock.lab.check;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.scenario.ScenarioRun;

/**
 * A scenario that goes wrong as the source of a JUnit 5 test: to be pasted into a project that has the laboratory on its test class
 * path, where it fails until the defect is mended.
 *
 * <p>The test tells the story to what the catalogue, or the zoo, has under the same name. A story that can no longer go on, since
 * the algorithm does something else now, has not gone wrong: the test passes then, though it no longer tests much.
 *
 * @param className the test's: the file's name without {@code .java}
 * @param text the whole file
 */
public record TestSource(String className, String text) {

    private static final String TEMPLATE = """
            import static org.junit.jupiter.api.Assertions.assertFalse;
            import static org.junit.jupiter.api.Assertions.assertTrue;

            import org.junit.jupiter.api.Test;
            import org.peerlock.lab.scenario.Scenario;
            import org.peerlock.lab.scenario.ScenarioException;
            import org.peerlock.lab.scenario.Story;

            class %s {

                @Test
                void %sIsNotViolated() {
                    Scenario scenario = Scenario.parse(\"""
            %s
                            \""");
                    try {
                        Story story = scenario.tell();
                        assertTrue(story.violation().isEmpty(), () -> String.join("\\n", story.output()));
                    } catch (ScenarioException stopped) { // fine, if it was on the way: what went wrong cannot happen any more
                        assertFalse(stopped.told().isEmpty(), stopped.getMessage());
                    }
                }
            }
            """;

    private static final String INDENT = " ".repeat(16);

    /**
     * The test of a scenario, named after its algorithm.
     *
     * @param scenario its text
     * @throws IllegalArgumentException if nothing goes wrong in it
     * @throws org.peerlock.lab.scenario.ScenarioException if it cannot be told
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
                .orElseThrow(() -> new IllegalArgumentException("nothing goes wrong in this story"))
                .property();
        return new TestSource(name, TEMPLATE.formatted(name, camelCase(violated.toString()), block(scenario)));
    }

    /** Without what is expected of the story; what has a meaning in text blocks is escaped. */
    private static String block(String scenario) {
        return scenario.lines()
                .takeWhile(line -> !line.strip().equals("----"))
                .map(line -> line.replace("\\", "\\\\").replace("\"\"\"", "\\\"\"\""))
                .map(line -> line.isBlank() ? "" : INDENT + line)
                .collect(Collectors.joining("\n"));
    }

    /** Letters after hyphens as capitals, hyphens gone. */
    private static String camelCase(String words) {
        return Pattern.compile("-(.)")
                .matcher(words)
                .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    }
}
