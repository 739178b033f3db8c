package org.peerlock.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.CommandResult.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.cli.CommandResult;
import org.peerlock.cli.lab.SwarmSummary.Failure;
import org.peerlock.cli.lab.SwarmSummary.Kind;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.testkit.ClientWorkload;
import org.peerlock.testkit.InvariantViolation;
import org.peerlock.testkit.InvariantViolation.Invariant;
import org.peerlock.testkit.LiveSwarmRun;
import tools.jackson.databind.JsonNode;

class LiveSwarmCommandTest {

    private static final String[] COUNTS = {
        "runs",
        "failed",
        "entries",
        "carried",
        "expiries",
        "evictions",
        "withdrawals",
        "views",
        "switches",
        "pledged",
        "after-leaving",
        "after-outages",
        "faults",
        "events"
    };

    @Test
    void theTableHasARowForEachAlgorithmAndTheSum() {
        CommandResult commandResult = run("lab", "swarm", "--live", "--seeds", "13", "--locks", "exclusive");
        assertThat(commandResult.exit()).isEqualTo(Exit.OK);
        assertThat(commandResult.err()).isEmpty();
        List<String> lines = commandResult.out().lines().toList();
        assertThat(lines.get(lines.size() - 1)).isEqualTo("Nothing went wrong in 13 runs.");
        List<List<String>> rows = lines.stream()
                .limit(lines.size() - 1)
                .map(line -> List.of(line.split(" +")))
                .toList();
        assertThat(String.join(" ", rows.get(0)))
                .isEqualTo("ALGORITHM RUNS FAILED ENTRIES CARRIED EXPIRIES EVICTIONS WITHDRAWALS VIEWS SWITCHES PLEDGED"
                        + " AFTER-LEAVING AFTER-OUTAGES FAULTS EVENTS");
        List<List<String>> algorithms = rows.subList(1, rows.size() - 2);
        assertThat(algorithms.stream().map(row -> row.get(0)))
                .containsExactlyElementsOf(ClientWorkload.EXCLUSIVE.algorithms().stream()
                        .map(entry -> entry.id())
                        .sorted()
                        .toList());
        assertThat(algorithms).allSatisfy(row -> assertThat(row.get(1)).isEqualTo("1"));
        List<String> sum = new ArrayList<>(List.of("all"));
        for (int column = 1; column <= COUNTS.length; column++) {
            int which = column;
            sum.add(Long.toString(algorithms.stream()
                    .mapToLong(row -> Long.parseLong(row.get(which)))
                    .sum()));
        }
        assertThat(rows.get(rows.size() - 1)).isEqualTo(sum);
    }

    @Test
    void locksOfAllKindsTakeTurnsAndEachHasARow() {
        CommandResult commandResult = run("lab", "swarm", "--live", "--seeds", "8");
        assertThat(commandResult.exit()).isEqualTo(Exit.OK);
        assertThat(commandResult
                        .out()
                        .lines()
                        .map(line -> line.replaceFirst("^(\\S+ +\\d+) .*", "$1").replaceAll(" +", " ")))
                .contains("exclusive 2", "several 2", "read-write 2", "semaphore 2", "all 8");
    }

    @Test
    void oneSeedAndItsAlgorithmGiveTheSameRunAgain() {
        JsonNode both =
                run("lab swarm --live --seeds 2 --seed 7 --locks exclusive --algorithm lamport --algorithm maekawa --json"
                                .split(" "))
                        .json();
        for (int seed = 7; seed <= 8; seed++) {
            String id = seed % 2 == 0 ? "lamport" : "maekawa";
            String[] alone = ("lab swarm --live --seeds 1 --seed " + seed + " --locks exclusive --algorithm " + id
                            + " --json")
                    .split(" ");
            assertThat(run(alone).json().get("algorithms").get(id))
                    .isEqualTo(both.get("algorithms").get(id));
            assertThat(run(alone)).isEqualTo(run(alone));
        }
    }

    @Test
    void asJson() {
        CommandResult commandResult =
                run("lab swarm --live --seeds 1 --seed 5 --algorithm suzuki-kasami --json".split(" "));
        assertThat(commandResult.exit()).isEqualTo(Exit.OK);
        assertThat(commandResult.json().get("live").asBoolean()).isTrue();
        assertThat(commandResult.json().get("seed").asInt()).isEqualTo(5);
        assertThat(commandResult.json().get("seeds").asInt()).isEqualTo(1);
        assertThat(commandResult.json().get("failures").isEmpty()).isTrue();
        assertThat(commandResult.json().get("algorithms").get("suzuki-kasami").propertyNames())
                .containsExactly(COUNTS);
    }

    @Test
    void aFailureSaysHowToRepeatIt() {
        Failure failure = SwarmCommand.failure(outcome(Invariant.EXCLUSION)).orElseThrow();
        assertThat(failure.line())
                .isEqualTo("violates exclusion: seed 42:"
                        + " peerlock lab swarm --live --seeds 1 --seed 42 --locks read-write --algorithm lamport"
                        + " # two at once; 3 nodes");
    }

    @Test
    void whatIsFoundDecidesTheExitCode() {
        assertThat(exit()).isEqualTo(Exit.OK);
        assertThat(exit(Invariant.PROGRESS)).isEqualTo(Exit.NO_LIVENESS);
        for (Invariant invariant : Invariant.values()) {
            if (invariant != Invariant.PROGRESS) {
                assertThat(exit(Invariant.PROGRESS, invariant)).isEqualTo(Exit.DOES_NOT_HOLD);
            }
        }
    }

    private static int exit(Invariant... violated) {
        SwarmSummary swarmSummary = new SwarmSummary();
        for (Invariant invariant : violated) {
            Failure failure = SwarmCommand.failure(outcome(invariant)).orElseThrow();
            assertThat(failure.kind()).isEqualTo(invariant == Invariant.PROGRESS ? Kind.LIVENESS : Kind.SAFETY);
            swarmSummary.add("lamport", SwarmCommand.counts(outcome(invariant)), Optional.of(failure));
        }
        return swarmSummary.exitCode();
    }

    private static LiveSwarmRun.Outcome outcome(Invariant violated) {
        InvariantViolation invariantViolation = new InvariantViolation(violated, 17, "two at once");
        return new LiveSwarmRun.Outcome(
                ClientWorkload.READ_WRITE,
                "lamport",
                42,
                "3 nodes",
                1,
                2,
                3,
                4,
                5,
                6,
                7,
                8,
                9,
                10,
                11,
                12,
                13,
                14,
                Optional.of(invariantViolation));
    }

    @ParameterizedTest
    @CsvSource({
        "--algorithm ra-modulo, ra-modulo cannot be used between live nodes: its numbers are taken modulo a bound",
        "--algorithm ra-implicit-reply, ra-implicit-reply cannot be used between live nodes: it needs a bound on the time",
        "--algorithm ra-naive-withdrawal, exhibits of the zoo, such as ra-naive-withdrawal, are not for live nodes",
        "--locks semaphore --algorithm maekawa, maekawa cannot be used between live nodes: it serves no semaphore locks",
        "--locks some, 'there are no locks ''some''; use exclusive, several, read-write or semaphore'",
        "--channels fifo, live nodes have their own channels"
    })
    void whatLiveNodesCannotDoIsRefusedWithTheReason(String option, String reason) {
        CommandResult commandResult = run(("lab swarm --live --seeds 1 " + option).split(" "));
        assertThat(commandResult.exit()).isEqualTo(Exit.USAGE);
        assertThat(commandResult.err()).contains(reason);
        assertThat(commandResult.out()).isEmpty();
    }
}
