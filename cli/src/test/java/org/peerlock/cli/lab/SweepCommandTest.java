package org.peerlock.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.CommandResult.run;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.cli.CommandResult;
import org.peerlock.cli.terminal.Exit;
import tools.jackson.databind.JsonNode;

class SweepCommandTest {

    private static final String TINY = "lab sweep --algorithms lamport,maekawa,suzuki-kasami --nodes 3,4"
            + " --loads light,hotspot:0.5,0.1,saturated --quorums plane --entries 50 --warmup 10";

    /** Three algorithms, two numbers of nodes, three loads. */
    private static final int COMBINATIONS = 18;

    @TempDir
    Path folder;

    private static CommandResult tiny(String... more) {
        return run(Stream.concat(Stream.of(TINY.split(" ")), Stream.of(more)).toArray(String[]::new));
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private String written(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    @Test
    void theTableSaysWhatCannotBeRunAndWhy() throws IOException {
        CommandResult commandResult = tiny();
        assertThat(commandResult.exit()).isEqualTo(Exit.OK);
        assertThat(commandResult.err()).isEmpty();
        commandResult.equalsGoldenFile("lab-sweep");
    }

    @Test
    void severalRunsGiveConfidenceIntervals() throws IOException {
        tiny("--replications", "3", "--metric", "jain,maxBypass").equalsGoldenFile("lab-sweep-replications");
    }

    @Test
    void csvHasALineForEachCombination() throws IOException {
        tiny("--csv", file("sweep.csv"));
        List<String> lines = written("sweep.csv").lines().toList();
        assertThat(lines).hasSize(1 + COMBINATIONS);
        assertThat(lines.get(0)).startsWith("algorithm,nodes,load,holdOverDelay,messagesPerEntry,");
        assertThat(lines.get(1)).startsWith("lamport,3,light,0.1,6.0,,");
        assertThat(lines.get(7)).startsWith("lamport,3,\"hotspot:0.5,0.1\",0.1,");
    }

    @Test
    void jsonHasAnObjectForEachCombination() {
        JsonNode sweep = tiny("--json").json();
        assertThat(sweep).hasSize(COMBINATIONS);
        assertThat(sweep.get(0).get("messagesPerEntry").asDouble()).isEqualTo(6);
        assertThat(sweep.get(0).get("note").isNull()).isTrue();
        assertThat(sweep.get(4).get("algorithm").asString()).isEqualTo("maekawa");
        assertThat(sweep.get(4).get("note").asString()).startsWith("not run: a projective plane needs");
    }

    @Test
    void thePageNeedsNothingButItself() throws IOException {
        tiny("--html", file("page.html"));
        String page = written("page.html");
        assertThat(page).doesNotContainPattern("(?i)https?:|//[a-z]|\\bsrc=|\\bhref=|@import|url\\((?!#)|\\{\\{");
        assertThat(page.split("<svg ", -1)).hasSize(1 + 9);
        assertThat(page.split("<tr>", -1)).hasSize(2 + COMBINATIONS);
        assertThat(page)
                .contains(TINY.replace("lab sweep", "<code>peerlock lab sweep"))
                .contains("Load hotspot:0.5,0.1, E/T = 0.1")
                .contains("not run: a projective plane needs")
                .contains("prefers-color-scheme: dark");
    }

    @Test
    void thePageIsTheSameEveryTime() throws IOException {
        tiny("--html", file("one.html"), "--replications", "2");
        tiny("--html", file("two.html"), "--replications", "2");
        assertThat(written("one.html")).isEqualTo(written("two.html"));
    }

    @Test
    void thereIsAChartForEachMetricAndLoad() throws Exception {
        tiny("--charts", file("charts"), "--metric", "messagesPerEntry,jain", "--replications", "2");
        Path charts = folder.resolve("charts");
        try (Stream<Path> files = Files.list(charts)) {
            assertThat(files).hasSize(2 * 3 * 2);
        }
        assertThat(ImageIO.read(charts.resolve("jain-hotspot-0.5-0.1.png").toFile())
                        .getWidth())
                .isEqualTo(960);
        String svg = Files.readString(charts.resolve("messagesPerEntry-light.svg"));
        assertThat(svg).contains(">Messages per entry<", ">load light, E/T = 0.1<", ">suzuki-kasami<", ">messages<");
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aFewAlgorithmsAreMeasuredUnlessOthersAreWanted() {
        String table = run("lab", "sweep", "--nodes", "2", "--loads", "light", "--entries", "10", "--warmup", "0")
                .out();
        assertThat(table.lines().filter(line -> line.startsWith("  "))).hasSize(6);
    }

    @Test
    void allAlgorithmsAreThoseThatClaimSomething() {
        String table = run(
                        "lab",
                        "sweep",
                        "--algorithms",
                        "all",
                        "--nodes",
                        "2",
                        "--loads",
                        "light",
                        "--entries",
                        "10",
                        "--warmup",
                        "0")
                .out();
        assertThat(table).contains("  last-entered ").doesNotContain("last-entered-literal");
    }

    @Test
    void theWaitingTimeOfEachNodeHasAColumn() throws IOException {
        CommandResult result =
                tiny("--by-node", "--replications", "2", "--csv", file("nodes.csv"), "--charts", file("charts"));
        assertThat(result.out()).containsPattern("ALGORITHM .* node 1 +node 2 +node 3 +node 4");
        List<String> lines = written("nodes.csv").lines().toList();
        assertThat(lines.get(0)).contains(",waitingTimeOfNode4,waitingTimeOfNode4Confidence95,note");
        assertThat(lines.get(1)).startsWith("lamport,3,light,").contains(",2.0,0.0,2.0,0.0,2.0,0.0,,,");
        assertThat(written("charts/waitingTimeByNode-4-saturated.svg"))
                .contains(">Waiting time of each node<", ">4 nodes, load saturated, E/T = 0.1<", ">node<");
    }

    @Test
    void aChartAgainstTheLoadHasAllPoissonLoadsOfANumberOfNodes() throws IOException {
        run(("lab sweep --algorithms last-entered,token-ring --option pause=0 --nodes 3 --entries 100 --warmup 10"
                        + " --loads poisson:0.01,poisson:0.02,saturated --metric messagesPerEntry --x load --charts "
                        + file("charts"))
                .split(" "));
        assertThat(written("charts/messagesPerEntry-3-nodes.svg"))
                .contains(">3 nodes, E/T = 0.1<", ">requests of all nodes in a unit of time<", ">token-ring<");
    }

    @Test
    void whatGoesWrongIsARowAndAFailure() {
        CommandResult commandResult = run(("lab sweep --algorithms lamport,ricart-agrawala --nodes 3 --loads saturated"
                        + " --channels unordered --delay uniform:0,3 --entries 2000 --warmup 10 --seed 5")
                .split(" "));
        assertThat(commandResult.exit()).isEqualTo(Exit.DOES_NOT_HOLD);
        assertThat(commandResult.out()).containsPattern("lamport +3 +- +- +- +violates ");
        assertThat(commandResult.err())
                .isEqualTo("peerlock: 1 of 2 combinations violated a property; see their rows\n");
    }

    @Test
    void whereNothingCanBeRunThatIsAFailure() {
        CommandResult commandResult = run("lab sweep --algorithms ricart-agrawala,maekawa --permits 2".split(" "));
        assertThat(commandResult.exit()).isEqualTo(Exit.USAGE);
        assertThat(commandResult.out()).contains("not run: maekawa cannot serve a semaphore; it serves: mutex");
        assertThat(commandResult.err()).isEqualTo("peerlock: none of these combinations can run; their rows say why\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --algorithms lamport,nonsense       | there is no algorithm 'nonsense'
                    --nodes 3,x                         | --nodes: expected numbers as in 3,5,10 or 2..10, not 'x'
                    --nodes 0                           | --nodes: expected numbers as in 3,5,10 or 2..10, not '0'
                    --nodes 5..3                        | --nodes: '5..3' is empty: write the smaller number first
                    --loads light,often                 | --loads: expected light, saturated
                    --metric beauty                     | --metric: expected messagesPerEntry, bytesPerEntry
                    --algorithms lamport --quorums grid | none of these algorithms has an option 'quorums'
                    --delay soon                        | --delay: expected constant:V
                    --x time                            | --x: expected nodes or load, not 'time'
                    """)
    void whatMakesNoSenseIsRefusedWithAReason(String line, String reason) {
        CommandResult commandResult = run(("lab sweep " + line).split(" "));
        assertThat(commandResult.exit()).isEqualTo(Exit.USAGE);
        assertThat(commandResult.err()).startsWith("peerlock: " + reason);
        assertThat(commandResult.out()).isEmpty();
    }

    @Test
    void aFileThatCannotBeWrittenIsNamed() {
        CommandResult commandResult = tiny("--csv", folder.toString());
        assertThat(commandResult.exit()).isEqualTo(Exit.NO_FILE);
        assertThat(commandResult.err()).startsWith("peerlock: cannot write " + folder);
    }
}
