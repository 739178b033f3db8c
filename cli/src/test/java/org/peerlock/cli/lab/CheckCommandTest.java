package org.peerlock.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.CommandResult.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.cli.CommandResult;
import org.peerlock.cli.terminal.Exit;
import tools.jackson.databind.JsonNode;

class CheckCommandTest {

    @TempDir
    Path folder;

    private static CommandResult check(String line) {
        return run(("lab check " + line).split(" "));
    }

    /** What depends on the machine is left out. */
    @ParameterizedTest
    @CsvSource({
        "lamport --nodes 2 --threads 1, 0, holds",
        "lamport --network unordered --threads 1, 1, violated",
        "ricart-agrawala --nodes 3 --limit 100 --threads 1 --cancel, 2, incomplete"
    })
    void theOutputIsAsTheGoldenFileHasIt(String line, int exit, String name) throws IOException {
        CommandResult commandResult = check(line);
        assertThat(commandResult.exit()).isEqualTo(exit);
        assertThat(commandResult.err()).isEmpty();
        String out = commandResult.out().replaceFirst("[0-9.]+ s, 1 thread", "T s, 1 thread");
        new CommandResult(exit, out, "").equalsGoldenFile("lab-check-" + name);
    }

    @ParameterizedTest
    @CsvSource({"lamport --nodes 2, false", "ricart-agrawala --nodes 3 --cancel, true"})
    void ratesAreSaidOfLargeSearchesOnly(String line, boolean said) {
        String out = check(line + " --threads 1").out();
        assertThat(out.contains(" states a second, 1 thread, ")).isEqualTo(said);
        assertThat(out.contains(" bytes a state\n")).isEqualTo(said);
    }

    @Test
    void jsonSaysOfEachPropertyWhatCameOfIt() {
        assertThat(verdicts("lamport"))
                .isEqualTo(
                        "exclusion holds, progress holds, no-starvation holds, fence holds,"
                                + " withdrawal holds, expectation holds, order not checked, first-come not checked, bypass not checked");
        assertThat(verdicts("lamport --network unordered"))
                .isEqualTo(
                        "exclusion violated, progress open, no-starvation open, fence violated,"
                                + " withdrawal open, expectation open, order not checked, first-come not checked, bypass not checked");
        JsonNode withdrawal = check("lamport --json").json().get("properties").get(4);
        assertThat(withdrawal.get("claimed").asBoolean()).isTrue();
        assertThat(withdrawal.get("meaning").asString())
                .isEqualTo("no node enters without a request; but here no request is cancelled: add --cancel");
        JsonNode fence = check("ricart-agrawala --entries unlimited --json")
                .json()
                .get("properties")
                .get(3);
        assertThat(fence.get("verdict").asString()).isEqualTo("not checked");
        assertThat(fence.get("why").asString()).isEqualTo("fences grow for ever");
    }

    private static String verdicts(String line) {
        return check(line + " --json")
                .json()
                .get("properties")
                .valueStream()
                .map(each -> each.get("property").asString() + " "
                        + each.get("verdict").asString())
                .collect(Collectors.joining(", "));
    }

    @Test
    void jsonSaysWhatWasNotTried() {
        assertThat(check("lamport --json").json().get("notTried").toString())
                .isEqualTo(
                        "[\"more requests\",\"--cancel\",\"--crash\",\"--network lossy\",\"--network duplicating\"]");
        assertThat(check("lamport --network lossy --cancel --json")
                        .json()
                        .get("notTried")
                        .toString())
                .isEqualTo("[\"more requests\",\"--crash\",\"--network duplicating\"]");
    }

    @Test
    void jsonOfWhatHolds() {
        CommandResult commandResult = check("ricart-agrawala --nodes 2 --entries 2 --threads 1 --json");
        assertThat(commandResult.exit()).isEqualTo(Exit.OK);
        JsonNode view = commandResult.json();
        assertThat(view.get("algorithm").asString()).isEqualTo("ricart-agrawala");
        assertThat(view.get("nodes").asInt()).isEqualTo(2);
        assertThat(view.get("entries").asInt()).isEqualTo(2);
        assertThat(view.get("network").asString()).isEqualTo("unordered");
        assertThat(view.get("verdict").asString()).isEqualTo("holds");
        assertThat(view.get("property").isNull()).isTrue();
        assertThat(view.get("traceLength").isNull()).isTrue();
        assertThat(view.get("trace").isNull()).isTrue();
        assertThat(view.get("messagesMin").asInt()).isEqualTo(8);
        assertThat(view.get("messagesMax").asInt()).isEqualTo(8);
        assertThat(view.get("distinctStates").asLong()).isGreaterThan(100);
        assertThat(view.get("transitions").asLong())
                .isGreaterThan(view.get("distinctStates").asLong());
        assertThat(view.get("depth").asInt()).isEqualTo(16);
        assertThat(view.get("threads").asInt()).isEqualTo(1);
        assertThat(view.get("checked").toString()).contains("exclusion", "withdrawal");
        assertThat(view.get("unchecked"))
                .allSatisfy(each -> assertThat(each.get("why").asString()).isEqualTo("not requested"));
        assertThat(view.get("tried")).isEmpty();
        assertThat(view.get("sometimes").get("contention").asBoolean()).isTrue();
        for (String figure : new String[] {"seconds", "statesPerSecond", "bytesPerState", "collisionChance"}) {
            assertThat(view.get(figure).asDouble()).as(figure).isPositive();
        }
    }

    @Test
    void jsonOfWhatIsViolated() {
        CommandResult commandResult = check("maekawa-simple --network fifo --json");
        assertThat(commandResult.exit()).isEqualTo(Exit.DOES_NOT_HOLD);
        JsonNode view = commandResult.json();
        assertThat(view.get("verdict").asString()).isEqualTo("violated");
        assertThat(view.get("property").asString()).isEqualTo("progress");
        assertThat(view.get("traceLength").asInt()).isEqualTo(4);
        assertThat(view.get("trace")).hasSize(4);
        assertThat(view.get("trace").get(0).asString()).isEqualTo("request 1");
        assertThat(view.get("messagesMin").isNull()).isTrue();
    }

    @Test
    void jsonOfWhatIsNotSearchedToItsEnd() {
        CommandResult commandResult = check("ricart-agrawala --entries unlimited --limit 10 --json");
        assertThat(commandResult.exit()).isEqualTo(Exit.INCOMPLETE);
        assertThat(commandResult.json().get("verdict").asString()).isEqualTo("incomplete");
        assertThat(commandResult.json().get("entries").asString()).isEqualTo("unlimited");
    }

    /** Where no limit was reached, but some steps were not followed. */
    @Test
    void aSearchThatDidNotFollowAllStepsIsIncomplete() {
        String line = "suzuki-kasami --network duplicating --property progress";
        CommandResult commandResult = check(line);
        assertThat(commandResult.exit()).isEqualTo(Exit.INCOMPLETE);
        assertThat(commandResult.out()).containsPattern("\nincomplete: [0-9,]+ steps were not followed\n");
        assertThat(commandResult.out()).containsPattern("\nprogress +open ");
        JsonNode view = check(line + " --json").json();
        assertThat(view.get("verdict").asString()).isEqualTo("incomplete");
        assertThat(view.get("prunedSteps").asLong()).isPositive();
        assertThat(view.get("messagesMax").isNull()).isTrue();
    }

    @Test
    void jsonSaysWhichTimersWereNotTried() {
        assertThat(check("ra-membership --json").json().get("notTried").toString())
                .contains("--early", "--suspect", "nodes that join or leave");
        assertThat(check("last-entered-literal --timely --json")
                        .json()
                        .get("tried")
                        .toString())
                .isEqualTo("[\"timers expire only when no message is under way\"]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "last-entered-literal --timely --option time-limit=0",
                "lamport --network unordered",
                "maekawa-simple",
                "ricart-agrawala --network lossy",
                "ricart-agrawala --network duplicating --nodes 3",
                "ricart-agrawala --entries unlimited --network duplicating --property exclusion",
                "ricart-agrawala --entries unlimited --crash --cancel",
                "suzuki-kasami --crash",
                "ra-membership --suspect",
                "raymond-tree --tree line --nodes 3 --holders 2 --network lossy",
                "zoo/sk-lifo",
                "zoo/ra-insertion-as-printed"
            })
    void whatIsWrongIsWrittenAsAScenarioThatReplaysIt(String line) {
        Path file = folder.resolve("wrong.scenario");
        CommandResult commandResult = check(line + " --scenario " + file);
        assertThat(commandResult.exit()).isEqualTo(Exit.DOES_NOT_HOLD);
        CommandResult replayed = run("lab", "scenario", file.toString());
        assertThat(replayed.err()).isEmpty();
        assertThat(replayed.exit()).isEqualTo(Exit.OK);
        assertThat(commandResult.out()).endsWith(replayed.out());
    }

    @Test
    void whatIsWrongIsDrawnAndMadeATest() throws IOException {
        Path svg = folder.resolve("a.svg");
        Path test = folder.resolve("LamportTest.java");
        check("lamport --network unordered --svg " + svg + " --junit " + test);
        assertThat(Files.readString(svg)).startsWith("<svg").contains("violates exclusion");
        assertThat(Files.readString(test)).contains("class LamportTest", "void exclusionIsNotViolated()");
    }

    @Test
    void theTestIsNamedAfterItsFile() throws IOException {
        Path named = folder.resolve("OvertakenTest.java");
        check("lamport --network unordered --junit " + named);
        assertThat(Files.readString(named)).contains("class OvertakenTest {");
        Path other = folder.resolve("story.txt");
        check("lamport --network unordered --junit " + other);
        assertThat(Files.readString(other)).contains("class LamportTest {");
    }

    @Test
    void whereNothingIsWrongNoFileIsWritten() {
        Path file = folder.resolve("none.scenario");
        CommandResult commandResult = check("lamport --scenario " + file);
        assertThat(commandResult.exit()).isEqualTo(Exit.OK);
        assertThat(commandResult.err()).isEqualTo("peerlock: nothing is violated, so no file is written\n");
        assertThat(file).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--scenario", "--junit", "--svg", "--mermaid", "--plantuml", "--shiviz", "--trace"})
    void aFileThatCannotBeWrittenIsNoticedBeforeTheSearch(String option) throws IOException {
        Path file = folder.resolve("no").resolve("file");
        CommandResult commandResult = check("lamport --network unordered " + option + " " + file);
        assertThat(commandResult.exit()).isEqualTo(Exit.NO_FILE);
        assertThat(commandResult.out()).isEmpty();
        assertThat(commandResult.err())
                .isEqualTo("peerlock: cannot write " + file + ": there is no directory " + file.getParent() + "\n");
        Path old = Files.writeString(folder.resolve("old"), "as it was");
        assertThat(check("lamport " + option + " " + old).exit()).isEqualTo(Exit.OK);
        assertThat(old).hasContent("as it was");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lamport --nodes 3 --holders 2                       | mutex, 3 nodes, 1 request each, 2 inside at the start, fifo network
            lamport --permits 2 --holders 1,2                   | semaphore of 2, 2 nodes, 1 request each, 1 and 2 inside at the start, fifo network
            ra-readers-writers --read-write --cancel            | read-write, 2 nodes, 1 request each, unordered network, requests may be cancelled
            raymond-tree --tree star --entries 2                | mutex, 2 nodes, tree star, 2 requests each, unordered network
            maekawa --quorums grid --nodes 4 --limit 10         | mutex, 4 nodes, quorums grid, 1 request each, unordered network
            ra-membership --early                               | mutex, 2 nodes, 1 request each, unordered network, a timer may expire early
            ra-membership --join --option members=1             | mutex, 2 nodes, members 1, 1 request each, unordered network, a node may join
            ra-membership --leave --limit 10                    | mutex, 2 nodes, 1 request each, unordered network, a node may leave the group
            """)
    void theFirstLineSaysWhatIsChecked(String line, String title) {
        assertThat(check(line).out().lines().findFirst().orElseThrow()).endsWith(": " + title);
    }

    @Test
    void anExhibitIsCheckedWhereItsDefectShowsUnlessToldOtherwise() {
        assertThat(check("zoo/k-with-less-than").out())
                .startsWith("zoo/k-with-less-than: semaphore of 2, 3 nodes, 1 request each, only of {1}, fifo network");
        assertThat(check("zoo/ra-without-tie-break --network unordered --property fence")
                        .exit())
                .isEqualTo(Exit.DOES_NOT_HOLD);
    }

    @Test
    void whatIsNotLookedAtIsSaid() {
        String line = "suzuki-kasami --network duplicating --property exclusion";
        assertThat(check(line).out())
                .contains(" steps were not followed: a node reached a state that it takes for impossible;"
                        + " --property expectation shows how\n");
        assertThat(check(line + " --json").json().get("prunedSteps").asLong()).isPositive();
        assertThat(check("suzuki-kasami").out()).doesNotContain("led nowhere");
    }

    @Test
    void whoIsStuckStarvesToo() {
        assertThat(check("maekawa-simple --property no-starvation").exit()).isEqualTo(Exit.DOES_NOT_HOLD);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nonsense                            | there is no algorithm 'nonsense'; 'peerlock lab algorithms' lists them
            sk-lifo                             | there is no algorithm 'sk-lifo', but an exhibit of the zoo: write zoo/sk-lifo
            zoo/nonsense                        | there is no exhibit 'nonsense'; 'peerlock lab zoo' lists them
            lamport --nodes 0                   | a group has at least 1 node, not 0
            lamport --nodes 32                  | --nodes must be at most 31
            maekawa --quorums plane --nodes 4   | a projective plane needs
            lamport --quorums grid              | lamport has no option 'quorums'
            lamport --entries 0                 | --entries: expected a number from 1 to 1000000, or unlimited, not '0'
            lamport --entries often             | --entries: expected a number from 1 to 1000000, or unlimited, not 'often'
            ra-membership --entries unlimited   | with unlimited entries ra-membership has states without end
            ricart-agrawala --entries unlimited --property fence | fences grow without end
            lamport --network pigeons           | --network: expected fifo, unordered, lossy or duplicating, not 'pigeons'
            lamport --permits 0                 | --permits: a lock needs at least 1 permit, not 0
            lamport --permits 2 --read-write    | --permits and --read-write are for different kinds of locks
            ricart-agrawala --permits 2         | ricart-agrawala cannot serve a semaphore; it serves: mutex
            lamport --holders 3                 | --holders: expected nodes from 1 to 2, not 3
            lamport --holders 1,2               | --holders: only one can be inside, not 2
            lamport --permits 2 --holders 1,1   | --holders: a node is named twice
            lamport --nodes 3 --permits 2 --holders 1,2,3 | --holders: at most 2 can be inside, not 3
            lamport --suspect                   | --suspect: lamport has no failure detection
            lamport --join                      | --join: the nodes of lamport never change; those of ra-membership do
            lamport --leave                     | --leave: the nodes of lamport never change; those of ra-membership do
            lamport --property speed            | --property: expected exclusion, progress, no-starvation, fence, withdrawal, expectation, order, first-come, bypass, not 'speed'
            lamport --property bypass           | --property bypass needs a bound; add --max-bypass
            lamport --max-bypass 1 --max-bypass-each 1 | --max-bypass and --max-bypass-each are two checks; choose one
            lamport --max-bypass -1             | --max-bypass must be at least 0
            maekawa --property order            | the requests of maekawa have no numbers whose order could be checked
            lamport --property order --permits 2 | the order of entries is checked for a mutex only
            lamport --property first-come --crash | first-come is checked without faults only
            lamport --property withdrawal       | --property withdrawal needs cancelled requests
            lamport --limit 0                   | --limit must be at least 1, and --threads from 1 to 64
            lamport --threads 0                 | --limit must be at least 1, and --threads from 1 to 64
            lamport --threads 65                | --limit must be at least 1, and --threads from 1 to 64
            naimi-trehel --symmetry --nodes 9   | with symmetry, at most 8 nodes whose names are all as good as any can be searched
            lamport --junit my-test.java        | --junit: 'my-test' cannot be the name of a class; choose a file such as LockTest.java
            """)
    void whatMakesNoSenseIsRefusedWithAReason(String line, String reason) {
        CommandResult commandResult = check(line);
        assertThat(commandResult.exit()).isEqualTo(Exit.USAGE);
        assertThat(commandResult.err()).startsWith("peerlock: " + reason);
        assertThat(commandResult.out()).isEmpty();
    }
}
