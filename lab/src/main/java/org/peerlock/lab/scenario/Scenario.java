package org.peerlock.lab.scenario;

import java.util.List;
import java.util.Optional;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.SpellingSuggestion;
import org.peerlock.lab.zoo.Zoo;

/**
 * A scenario: commands for a few nodes, and the expected output.
 *
 * <pre>
 * title Nobody else asks
 * algorithm ricart-agrawala
 * nodes 2
 *
 * request 1
 * settle
 * release 1
 * ----
 *            1                            2
 * request 1  ? -> 2 REQUEST(1)            .
 * settle     ?                            . &lt;- 1 REQUEST(1), -> 1 REPLY
 *            # &lt;- 2 REPLY, enters ^1      .
 * release 1  . leaves                     .
 * entered: 1
 * messages: 2 (1 REQUEST, 1 REPLY)
 * </pre>
 *
 * <p>The part above the line {@code ----} is written by hand. The part below is written by
 * {@link #rewritten} and reviewed by people.
 *
 * @param title the caption of its pictures, if it has one
 * @param header which system it runs
 * @param lines the commands
 * @param expected the expected output; empty if the text has none
 */
@SuppressWarnings("exports") // only this package looks into its lines
public record Scenario(Optional<String> title, ScenarioHeader header, List<Line> lines, List<String> expected) {

    private static final String SEPARATOR = "----";

    /** A command with its line number. */
    record Line(int number, String text, Directive command) {}

    /**
     * Parses a scenario.
     *
     * @throws ScenarioException if the text is not a scenario
     */
    public static Scenario parse(String text) {
        List<String> all =
                text.replace("\uFEFF", "").lines().map(String::stripTrailing).toList();
        int separator = all.stream().map(String::strip).toList().indexOf(SEPARATOR);
        return separator < 0
                ? new ScenarioParser().parse(all, List.of())
                : new ScenarioParser().parse(all.subList(0, separator), all.subList(separator + 1, all.size()));
    }

    /**
     * Runs the scenario with the algorithm or exhibit that its header names.
     *
     * @throws ScenarioException if a command is not possible
     */
    public ScenarioRun run() {
        String id = header.algorithm();
        if (header.exhibit()) {
            return run(Zoo.find(id)
                    .orElseThrow(() -> new ScenarioException(
                            header.line(),
                            "there is no exhibit '" + id + "'; 'peerlock lab zoo' lists them"
                                    + SpellingSuggestion.of(id, Zoo.ids())))
                    .entry());
        }
        return run(Catalogue.find(id)
                .orElseThrow(() -> new ScenarioException(
                        header.line(),
                        "there is no algorithm '" + id + "'; 'peerlock lab algorithms' lists them"
                                + SpellingSuggestion.of(id, Catalogue.ids()))));
    }

    /** Runs the scenario with this algorithm, whatever name the header has. */
    public ScenarioRun run(CatalogueEntry<?, ?> entry) {
        return ScenarioRunner.run(this, entry);
    }

    /** The text of the scenario with this expected output. */
    public static String rewritten(String text, List<String> output) {
        StringBuilder rewritten = new StringBuilder();
        for (String line : text.lines().map(String::stripTrailing).toList()) {
            if (line.strip().equals(SEPARATOR)) {
                break;
            }
            rewritten.append(line).append('\n');
        }
        rewritten.append(SEPARATOR).append('\n');
        output.forEach(line -> rewritten.append(line).append('\n'));
        return rewritten.toString();
    }
}
