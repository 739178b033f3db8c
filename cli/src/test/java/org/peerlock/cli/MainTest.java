package org.peerlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.CommandResult.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.lab.trace.SpaceTimeDiagram;
import org.peerlock.lab.trace.Trace;
import org.peerlock.lab.trace.TraceEvent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a user of the command sees. */
class MainTest {

    private static final Path SCENARIOS = Path.of("..", "scenarios");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "lab --help",
                "lab algorithms --help",
                "lab algorithms",
                "lab algorithms lamport raymond-tree",
                "lab scenario --help",
                "lab check --help",
                "lab zoo --help",
                "lab simulate --help",
                "lab sweep --help",
                "lab swarm --help",
                "lab reproduce --help"
            })
    void theOutputIsAsTheGoldenFileHasIt(String line) throws IOException {
        CommandResult commandResult = run(line.split(" "));
        assertThat(commandResult.exit()).isEqualTo(Exit.OK);
        commandResult.equalsGoldenFile(line.replace("--", "").replace(' ', '-'));
    }

    @Test
    void algorithmsAsJson() {
        JsonNode algorithms = run("lab", "algorithms", "--json").json();
        JsonNode lamport = algorithms.get(0);
        assertThat(lamport.get("id").asString()).isEqualTo("lamport");
        assertThat(lamport.get("claims").has("FIFO")).isTrue();
        assertThat(lamport.get("claims").has("UNORDERED")).isFalse();
        assertThat(lamport.get("messagesPerEntry").asString()).isEqualTo("3(N-1)");
        assertThat(lamport.get("concurrentRequests").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lab algorithms",
                "lab algorithms lamport raymond-tree last-entered",
                "lab check lamport --threads 1",
                "lab check ricart-agrawala --nodes 3 --limit 100 --threads 1 --cancel"
            })
    void aTerminalOf80ColumnsShowsWholeWords(String line) throws IOException {
        String[] arguments = line.split(" ");
        String out = onTerminal(80, arguments);
        assertThat(out.lines()).allMatch(each -> each.length() <= 80);
        assertThat(words(out)).isEqualTo(words(run(arguments).out()));
    }

    private static String onTerminal(int columns, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dpeerlock.columns=" + columns,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Without the time that the command took. */
    private static List<String> words(String text) {
        return Stream.of(text.replaceFirst("[0-9.]+ s, 1 thread", "").split("\\s+"))
                .sorted()
                .toList();
    }

    @Test
    void someAlgorithmsAsJson() {
        JsonNode algorithms =
                run("lab", "algorithms", "--json", "maekawa", "lamport").json();
        assertThat(algorithms).hasSize(2);
        assertThat(algorithms.get(0).get("id").asString()).isEqualTo("maekawa");
    }

    @Test
    void figureOneIsToldAsInThePaper() {
        CommandResult commandResult = run(
                "lab",
                "scenario",
                SCENARIOS.resolve("ricart-agrawala/figure-1.scenario").toString());
        assertThat(commandResult.exit()).isEqualTo(Exit.OK);
        assertThat(commandResult.out()).endsWith("entered: 2 3 1\nmessages: 12 (6 REQUEST, 6 REPLY)\n");
        assertThat(commandResult.err()).isEmpty();
    }

    @Test
    void aScenarioAsJson() {
        JsonNode story = run(
                        "lab",
                        "scenario",
                        "--json",
                        SCENARIOS.resolve("lamport/unordered.scenario").toString())
                .json();
        assertThat(story.get("algorithm").asString()).isEqualTo("lamport");
        assertThat(story.get("network").asString()).isEqualTo("unordered");
        assertThat(story.get("entered")).hasSize(2);
        assertThat(story.get("violates").asString()).isEqualTo("exclusion");
        assertThat(story.get("asExpected").asBoolean()).isTrue();
        assertThat(story.get("steps").get(0).get("step").asString()).isEqualTo("request 1");
        assertThat(story.get("steps").get(0).get("events").get(0).get("message").asString())
                .isEqualTo("REQUEST(1)");
    }

    @TempDir
    Path folder;

    private String file(String text) throws IOException {
        Path file = folder.resolve("a.scenario");
        Files.writeString(file, text);
        return file.toString();
    }

    @Test
    void aStoryThatGoesOtherwiseIsShownAndFails() throws IOException {
        CommandResult commandResult = run(
                "lab",
                "scenario",
                file("algorithm ricart-agrawala\nnodes 1\nrequest 1\nrelease 1\n----\nsomething else\n"));
        assertThat(commandResult.exit()).isEqualTo(Exit.DOES_NOT_HOLD);
        assertThat(commandResult.out()).contains("entered: 1");
        assertThat(commandResult.err()).contains("line 1 below ---- differs", "accept it with --rewrite");
    }

    @Test
    void aScenarioWithoutExpectedOutputIsSimplyTold() throws IOException {
        CommandResult commandResult =
                run("lab", "scenario", file("algorithm ricart-agrawala\nnodes 1\nrequest 1\nrelease 1\n"));
        assertThat(commandResult.exit()).isEqualTo(Exit.OK);
        assertThat(commandResult.out()).contains("entered: 1");
        assertThat(commandResult.err()).isEmpty();
    }

    @Test
    void rewritingReplacesWhatIsExpected() throws IOException {
        String file = file("algorithm ricart-agrawala\nnodes 1\nrequest 1\nrelease 1\n");
        assertThat(run("lab", "scenario", file, "--rewrite").exit()).isEqualTo(Exit.OK);
        assertThat(run("lab", "scenario", file).exit()).isEqualTo(Exit.OK);
        assertThat(Files.readString(Path.of(file)))
                .startsWith("algorithm ricart-agrawala\nnodes 1\nrequest 1\nrelease 1\n----\n")
                .endsWith("entered: 1\nmessages: none\n");
    }

    @Test
    void aViolationThatWasNotAnnouncedIsNeverRewritten() throws IOException {
        String text = "algorithm ricart-agrawala\nnodes 2\nrequest 1\ndrop 1 -> 2\n";
        String file = file(text);
        CommandResult commandResult = run("lab", "scenario", file, "--rewrite");
        assertThat(commandResult.exit()).isEqualTo(Exit.DOES_NOT_HOLD);
        assertThat(commandResult.err()).contains("say 'violates progress' in its header");
        assertThat(Files.readString(Path.of(file))).isEqualTo(text);
    }

    @Test
    void aWrongFileGetsTheLineAndWhatWasExpected() throws IOException {
        String file = file("algorithm ricart-agrawala\nnodes 2\nrequest 7\n");
        CommandResult commandResult = run("lab", "scenario", file);
        assertThat(commandResult.exit()).isEqualTo(Exit.BAD_DATA);
        assertThat(commandResult.err())
                .isEqualTo("peerlock: " + file + ", line 3: expected a node (1 to 2), not '7'\n");
    }

    @Test
    void aFileThatCannotBeReadIsNamed() throws IOException {
        assertThat(run("lab", "scenario", folder.resolve("none").toString()).err())
                .endsWith("there is no such file\n");
        assertThat(run("lab", "scenario", folder.toString()).err()).endsWith("it is a directory\n");
        assertThat(run("lab", "scenario", folder.toString()).exit()).isEqualTo(Exit.NO_FILE);
        Path binary = folder.resolve("binary");
        Files.write(binary, "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(run("lab", "scenario", binary.toString()).exit()).isEqualTo(Exit.BAD_DATA);
    }

    @Test
    void whatHappenedIsWrittenInEveryFormat() throws IOException {
        String story = SCENARIOS.resolve("ricart-agrawala/ordinary.scenario").toString();
        List<String> command = new ArrayList<>(List.of("lab", "scenario", story));
        for (String format : List.of("svg", "shiviz", "mermaid", "plantuml", "trace")) {
            command.addAll(List.of("--" + format, folder.resolve(format).toString()));
        }
        assertThat(run(command.toArray(String[]::new)).exit()).isEqualTo(Exit.OK);
        assertThat(folder.resolve("svg")).content().startsWith("<svg ");
        assertThat(folder.resolve("shiviz")).content().startsWith("(?<time>");
        assertThat(folder.resolve("mermaid")).content().contains("sequenceDiagram\n");
        assertThat(folder.resolve("plantuml")).content().startsWith("@startuml\n");
        assertThat(folder.resolve("trace")).content().startsWith("{\"title\":\"Each entry costs 2(N-1) messages\"");
    }

    @Test
    void aTraceCanBeReadBack() throws IOException {
        Path file = folder.resolve("trace");
        CommandResult commandResult =
                run("lab", "simulate", "lamport", "--entries", "5", "--warmup", "0", "--trace", file.toString());
        assertThat(commandResult.exit()).isEqualTo(Exit.OK);
        List<String> lines = Files.readAllLines(file);
        JsonNode head = JsonMapper.shared().readTree(lines.get(0));
        List<TraceEvent> events = lines.stream()
                .skip(1)
                .map(line -> JsonMapper.shared().readValue(line, TraceEvent.class))
                .toList();
        Trace trace = new Trace(
                head.get("title").asString(),
                head.get("subtitle").asString(),
                Trace.Unit.valueOf(head.get("unit").asString()),
                head.get("nodes").asInt(),
                events);
        assertThat(trace.title()).isEqualTo("lamport");
        assertThat(trace.nodes()).isEqualTo(5);
        assertThat(SpaceTimeDiagram.svg(trace)).contains("load saturated");
    }

    @Test
    void aFileThatCannotBeWrittenIsNamedAndSoIsTheReason() {
        String story = SCENARIOS.resolve("ricart-agrawala/ordinary.scenario").toString();
        Path nowhere = folder.resolve("none").resolve("a.svg");
        CommandResult commandResult = run("lab", "scenario", story, "--svg", nowhere.toString());
        assertThat(commandResult.exit()).isEqualTo(Exit.NO_FILE);
        assertThat(commandResult.err())
                .isEqualTo(
                        "peerlock: cannot write " + nowhere + ": there is no directory " + nowhere.getParent() + "\n");
        assertThat(run("lab", "scenario", story, "--trace", folder.toString()).err())
                .endsWith("it is a directory\n");
    }

    @Test
    void theBeginningOfALongRunIsDrawnAndItsMeasurementIsPrinted() {
        Path file = folder.resolve("a.svg");
        CommandResult commandResult = run("lab", "simulate", "lamport", "--entries", "1000", "--svg", file.toString());
        assertThat(commandResult.exit()).isEqualTo(Exit.OK);
        assertThat(commandResult.out()).contains("messagesPerEntry");
        assertThat(commandResult.err())
                .isEqualTo(
                        "peerlock: the diagram ends at time 79.2000, after 2000 events; --from and --to choose what it"
                                + " shows\n");
        assertThat(file).content().contains(">79<").doesNotContain(">80<");
    }

    @Test
    void aWindowOfALongRunIsDrawn() {
        Path file = folder.resolve("a.svg");
        CommandResult commandResult =
                run(("lab simulate lamport --entries 1000 --from 700 --to 710 --svg " + file).split(" "));
        assertThat(commandResult.err()).isEmpty();
        assertThat(commandResult.out()).contains("messagesPerEntry");
        assertThat(file).content().contains(">700<", ">709.5<").doesNotContain(">711<", ">698<");
    }

    @Test
    void aWindowThatEndsBeforeItBeginsIsRefused() {
        assertThat(run("lab simulate lamport --from 5 --to 5".split(" ")).err())
                .isEqualTo("peerlock: --from must be at least 0, and --to greater than --from\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "lab", "lab nonsense", "nonsense"})
    void whereACommandIsMissingTheUsageListsThem(String line) {
        CommandResult commandResult = run(line.isEmpty() ? new String[0] : line.split(" "));
        assertThat(commandResult.exit()).isEqualTo(Exit.USAGE);
        assertThat(commandResult.err()).startsWith("peerlock: ").containsAnyOf("Usage: peerlock", "Did you mean");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            check                | Missing required parameter: 'ALGORITHM'; 'peerlock lab algorithms' lists them
            simulate             | Missing required parameter: 'ALGORITHM'; 'peerlock lab algorithms' lists them
            scenario             | Missing required parameter: 'FILE'
            check lamport --nods | Unknown option: '--nods'
            table --limit many   | Invalid value for option '--limit': 'many' is not a long
            """)
    void whatIsNotUnderstoodIsRefusedInAFewLines(String line, String reason) {
        CommandResult commandResult = run(("lab " + line).split(" "));
        assertThat(commandResult.exit()).isEqualTo(Exit.USAGE);
        assertThat(commandResult.err()).startsWith("peerlock: " + reason + "\n").hasLineCount(2);
        assertThat(commandResult.out()).isEmpty();
    }

    @Test
    void aSwarmThatFindsNothingPrintsASummary() {
        CommandResult commandResult =
                run("lab", "swarm", "--seeds", "5", "--algorithm", "lamport", "--algorithm", "maekawa");
        assertThat(commandResult.exit()).isEqualTo(Exit.OK);
        assertThat(commandResult.out()).startsWith("ALGORITHM").contains("\nall        5     0 ");
        assertThat(commandResult.err()).isEmpty();
    }

    @Test
    void aSwarmSaysHowToRepeatWhatItFinds() {
        CommandResult found = run("lab", "swarm", "--seeds", "50", "--algorithm", "ra-naive-withdrawal");
        assertThat(found.exit()).isEqualTo(Exit.DOES_NOT_HOLD);
        String line = found.out().lines().findFirst().orElseThrow();
        assertThat(line).startsWith("violates ").contains(": peerlock lab swarm --seeds 1 --seed ");
        String command = line.substring(line.indexOf("lab swarm"), line.indexOf(" #"));
        assertThat(run(command.split(" ")).out()).startsWith(line);
    }

    @Test
    void aSwarmThatFindsThatSomebodyWaitsForEverHasAnExitCodeOfItsOwn() {
        CommandResult found = run("lab", "swarm", "--seeds", "50", "--algorithm", "maekawa-simple", "--json");
        assertThat(found.exit()).isEqualTo(Exit.NO_LIVENESS);
        JsonNode failure = found.json().get("failures").get(0);
        assertThat(failure.get("violates").asString()).isEqualTo("progress");
        assertThat(failure.get("kind").asString()).isEqualTo("liveness");
        assertThat(found.json()
                        .get("algorithms")
                        .get("maekawa-simple")
                        .get("runs")
                        .asInt())
                .isEqualTo(50);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lab swarm --seeds 0",
                "lab swarm --seeds 1 --algorithm none",
                "lab swarm --seeds 1 --channels none",
                "lab table none",
                "lab algorithms none",
                "lab simulate lamport --fault flood:1",
                "lab simulate lamport --fault crash@1:9"
            })
    void whatMakesNoSenseIsRefusedWithASentence(String line) {
        CommandResult commandResult = run(line.split(" "));
        assertThat(commandResult.exit()).isEqualTo(Exit.USAGE);
        assertThat(commandResult.err()).startsWith("peerlock: ");
        assertThat(commandResult.out()).isEmpty();
    }

    @Test
    void faultsOnTheCommandLineHappen() {
        String[] run = "lab simulate ricart-agrawala --entries 500 --warmup 0".split(" ");
        assertThat(run(run).exit()).isEqualTo(Exit.OK);
        String[] crashed = "lab simulate ricart-agrawala --entries 500 --warmup 0 --fault crash@20:1".split(" ");
        assertThat(run(crashed).exit()).isEqualTo(Exit.NO_LIVENESS);
        assertThat(run(crashed).err()).contains("violates progress");
    }
}
