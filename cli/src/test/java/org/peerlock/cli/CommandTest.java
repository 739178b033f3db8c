package org.peerlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a user of the command sees. {@code -Dgolden.rewrite} accepts what the golden files do not expect. */
class CommandTest {

    private static final Path SCENARIOS = Path.of("..", "scenarios");

    /** What a command printed, and its exit code. */
    private record Result(int exit, String out, String err) {

        JsonNode json() {
            return JsonMapper.shared().readTree(out);
        }
    }

    private static Result run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = Main.commandLine()
                .setUsageHelpAutoWidth(false)
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        int exit = command.execute(arguments);
        return new Result(exit, out.toString(), err.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "lab --help",
                "lab algorithms --help",
                "lab algorithms",
                "lab scenario --help",
                "lab reproduce --help"
            })
    void theOutputIsAsTheGoldenFileHasIt(String line) throws IOException {
        Path golden = Path.of(
                "src", "test", "resources", "golden", line.replace("--", "").replace(' ', '-') + ".txt");
        Result result = run(line.split(" "));
        assertThat(result.exit()).isEqualTo(Exit.OK);
        if (System.getProperty("golden.rewrite") != null) {
            Files.createDirectories(golden.getParent());
            Files.writeString(golden, result.out());
        }
        assertThat(result.out()).isEqualTo(Files.readString(golden));
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

    @Test
    void figureOneIsToldAsInThePaper() {
        Result result = run(
                "lab",
                "scenario",
                SCENARIOS.resolve("ricart-agrawala/figure-1.scenario").toString());
        assertThat(result.exit()).isEqualTo(Exit.OK);
        assertThat(result.out()).endsWith("entered: 2 3 1\nmessages: 12 (6 REQUEST, 6 REPLY)\n");
        assertThat(result.err()).isEmpty();
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
        Result result =
                run("lab", "scenario", file("algorithm ricart-agrawala\nnodes 1\nrequest 1\nrelease 1\n----\n"));
        assertThat(result.exit()).isEqualTo(Exit.DOES_NOT_HOLD);
        assertThat(result.out()).contains("entered: 1");
        assertThat(result.err()).contains("line 1 below ---- differs", "accept it with --rewrite");
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
        Result result = run("lab", "scenario", file, "--rewrite");
        assertThat(result.exit()).isEqualTo(Exit.DOES_NOT_HOLD);
        assertThat(result.err()).contains("say 'violates progress' in its header");
        assertThat(Files.readString(Path.of(file))).isEqualTo(text);
    }

    @Test
    void aWrongFileGetsTheLineAndWhatWasExpected() throws IOException {
        String file = file("algorithm ricart-agrawala\nnodes 2\nrequest 7\n");
        Result result = run("lab", "scenario", file);
        assertThat(result.exit()).isEqualTo(Exit.BAD_DATA);
        assertThat(result.err()).isEqualTo("peerlock: " + file + ", line 3: expected a node (1 to 2), not '7'\n");
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

    @ParameterizedTest
    @ValueSource(strings = {"", "lab", "lab nonsense", "nonsense", "lab scenario", "lab algorithms --xml"})
    void whatIsNotUnderstoodIsRefusedWithTheUsage(String line) {
        Result result = run(line.isEmpty() ? new String[0] : line.split(" "));
        assertThat(result.exit()).isEqualTo(Exit.USAGE);
        assertThat(result.err()).containsAnyOf("Usage: peerlock", "Did you mean");
    }
}
