package org.peerlock.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.cli.CommandResult;
import org.peerlock.cli.Main;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.lab.experiment.Claim;
import org.peerlock.lab.experiment.Claims;
import org.peerlock.lab.experiment.ComparisonEvidence;
import org.peerlock.lab.experiment.ExperimentSpec;
import org.peerlock.lab.experiment.SearchEvidence;
import org.peerlock.lab.experiment.SimulationEvidence;
import org.peerlock.lab.simulate.Experiment;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReproduceCommandTest {

    @TempDir
    Path folder;

    static Stream<ExperimentSpec> trials() {
        return Claims.all().stream()
                .filter(claim -> claim.evidence() instanceof SimulationEvidence)
                .map(claim -> ((SimulationEvidence) claim.evidence()).spec())
                .distinct();
    }

    @ParameterizedTest
    @MethodSource("trials")
    void theCommandOfARowRunsTheSameExperiment(ExperimentSpec experimentSpec) {
        String[] words = experimentSpec.command().split(" ");
        assertThat(words)
                .startsWith(
                        "peerlock", "lab", "simulate", experimentSpec.entry().id());
        SimulateCommand command =
                CommandLine.populateCommand(new SimulateCommand(), Arrays.copyOfRange(words, 3, words.length));
        Experiment<?, ?> typed = command.experiment();
        assertThat(typed.config()).isEqualTo(experimentSpec.config());
        assertThat(typed.plan()).isEqualTo(experimentSpec.plan());
        assertThat(typed.conditions()).hasToString(experimentSpec.conditions().toString());
        assertThat(command.options.replications).isEqualTo(experimentSpec.replications());
    }

    static Stream<SearchEvidence> searches() {
        return Claims.all().stream()
                .map(Claim::evidence)
                .filter(SearchEvidence.class::isInstance)
                .map(SearchEvidence.class::cast);
    }

    @ParameterizedTest
    @MethodSource("searches")
    void theCommandOfARowFindsTheSame(SearchEvidence searchEvidence) {
        CommandResult commandResult = CommandResult.run(
                searchEvidence.command().replaceFirst("peerlock ", "").split(" "));
        assertThat(searchEvidence.gather().measured()).isEqualTo(found(commandResult));
    }

    private static String found(CommandResult commandResult) {
        if (commandResult.exit() == Exit.OK) {
            return "no violation in " + first("\\n([0-9,]+) states, ", commandResult) + " states";
        }
        return "violates " + first("\\nviolated: ([a-z-]+): ", commandResult) + " after "
                + first("counterexample, ([0-9]+) steps:\\n", commandResult) + " steps";
    }

    private static String first(String pattern, CommandResult commandResult) {
        Matcher matcher = Pattern.compile(pattern).matcher(commandResult.out());
        assertThat(matcher.find()).as(commandResult.out()).isTrue();
        return matcher.group(1);
    }

    /** The table has the numbers, with one digit more. */
    @Test
    void theCommandOfAComparisonGivesItsNumbers() {
        ComparisonEvidence comparison = Claims.all().stream()
                .map(Claim::evidence)
                .filter(ComparisonEvidence.class::isInstance)
                .map(ComparisonEvidence.class::cast)
                .filter(each -> each.command().contains("saturated"))
                .findFirst()
                .orElseThrow();
        String measured = comparison.gather().measured();
        CommandResult table =
                CommandResult.run(comparison.command().replace("peerlock ", "").split(" "));
        assertThat(measured).isEqualTo("21 against 1 messages");
        assertThat(table.out()).containsPattern("last-entered +20 +21 ").containsPattern("token-ring +20 +1 ");
    }

    @Test
    void allClaimsAsJsonAndAsAPage() throws Exception {
        Path page = folder.resolve("results.md");
        Files.writeString(page, "old\n## Speed of the simulator\n\nby hand\n");
        StringWriter out = new StringWriter();
        int exit = Main.commandLine()
                .setOut(new PrintWriter(out))
                .execute("lab", "reproduce", "--json", "--write", page.toString());
        assertThat(exit).isEqualTo(Exit.OK);
        JsonNode findings = JsonMapper.shared().readTree(out.toString());
        assertThat(findings).hasSize(Claims.all().size());
        JsonNode first = findings.get(0);
        assertThat(first.get("measured").asString()).isEqualTo("27 messages");
        assertThat(first.get("verdict").asString()).isEqualTo("holds");
        assertThat(first.get("command").asString()).startsWith("peerlock lab simulate lamport --nodes 10");
        assertThat(Files.readString(page))
                .startsWith("# What the papers claim")
                .doesNotContain("old\n")
                .endsWith("## Speed of the simulator\n\nby hand\n");
    }
}
