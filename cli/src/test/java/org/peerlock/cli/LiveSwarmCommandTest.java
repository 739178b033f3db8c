package org.peerlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.Result.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.cli.Findings.Failure;
import org.peerlock.cli.Findings.Kind;
import org.peerlock.test.LiveTrial;
import org.peerlock.test.Pursuit;
import org.peerlock.test.Violation;
import org.peerlock.test.Violation.Invariant;
import tools.jackson.databind.JsonNode;

class LiveSwarmCommandTest {

    private static final String[] COUNTS = {
        "runs", "failed", "entries", "carried", "lapses", "evictions", "withdrawals", "views", "faults", "events"
    };

    @Test
    void theTableHasARowForEachAlgorithmAndTheSum() {
        Result result = run("lab", "swarm", "--live", "--seeds", "13", "--locks", "exclusive");
        assertThat(result.exit()).isEqualTo(Exit.OK);
        assertThat(result.err()).isEmpty();
        List<String> lines = result.out().lines().toList();
        assertThat(lines.get(lines.size() - 1)).isEqualTo("Nothing went wrong in 13 runs.");
        List<List<String>> rows = lines.stream()
                .limit(lines.size() - 1)
                .map(line -> List.of(line.split(" +")))
                .toList();
        assertThat(String.join(" ", rows.get(0)))
                .isEqualTo("ALGORITHM RUNS FAILED ENTRIES CARRIED LAPSES EVICTIONS WITHDRAWALS VIEWS FAULTS EVENTS");
        List<List<String>> algorithms = rows.subList(1, rows.size() - 2);
        assertThat(algorithms.stream().map(row -> row.get(0)))
                .containsExactlyElementsOf(Pursuit.EXCLUSIVE.algorithms().stream()
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
        Result result = run("lab", "swarm", "--live", "--seeds", "8");
        assertThat(result.exit()).isEqualTo(Exit.OK);
        assertThat(result.out()
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
        Result result = run("lab swarm --live --seeds 1 --seed 5 --algorithm suzuki-kasami --json".split(" "));
        assertThat(result.exit()).isEqualTo(Exit.OK);
        assertThat(result.json().get("live").asBoolean()).isTrue();
        assertThat(result.json().get("seed").asInt()).isEqualTo(5);
        assertThat(result.json().get("seeds").asInt()).isEqualTo(1);
        assertThat(result.json().get("failures").isEmpty()).isTrue();
        assertThat(result.json().get("algorithms").get("suzuki-kasami").propertyNames())
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
        Findings findings = new Findings();
        for (Invariant invariant : violated) {
            Failure failure = SwarmCommand.failure(outcome(invariant)).orElseThrow();
            assertThat(failure.kind()).isEqualTo(invariant == Invariant.PROGRESS ? Kind.LIVENESS : Kind.SAFETY);
            findings.add("lamport", SwarmCommand.counts(outcome(invariant)), Optional.of(failure));
        }
        return findings.exit();
    }

    private static LiveTrial.Outcome outcome(Invariant violated) {
        Violation violation = new Violation(violated, 17, "two at once");
        return new LiveTrial.Outcome(
                Pursuit.READ_WRITE, "lamport", 42, "3 nodes", 1, 2, 3, 4, 5, 6, 7, 8, 9, Optional.of(violation));
    }

    @ParameterizedTest
    @CsvSource({
        "--algorithm ra-modulo, ra-modulo cannot be used between live nodes: its numbers are taken modulo a bound",
        "--algorithm ra-implicit-reply, ra-implicit-reply cannot be used between live nodes: it needs a bound on the time",
        "--algorithm ra-naive-withdrawal, exhibits of the zoo, such as ra-naive-withdrawal, are not for live nodes",
        "--locks semaphore --algorithm maekawa, maekawa cannot be used between live nodes: it serves no semaphore locks",
        "--locks some, 'there are no locks ''some'', but exclusive, several, read-write, semaphore'",
        "--channels fifo, live nodes make their own channels"
    })
    void whatLiveNodesCannotDoIsRefusedWithTheReason(String option, String reason) {
        Result result = run(("lab swarm --live --seeds 1 " + option).split(" "));
        assertThat(result.exit()).isEqualTo(Exit.USAGE);
        assertThat(result.err()).contains(reason);
        assertThat(result.out()).isEmpty();
    }
}
