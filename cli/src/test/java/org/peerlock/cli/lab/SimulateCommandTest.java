package org.peerlock.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.peerlock.cli.CommandResult.run;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.cli.CommandResult;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.lab.simulate.Metric;
import tools.jackson.databind.JsonNode;

class SimulateCommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    nonsense                               | there is no algorithm 'nonsense'; 'peerlock lab algorithms' lists them
                    lamport --load often                   | --load: expected light, saturated, poisson:RATE
                    lamport --load poisson:-1              | --load: expected light, saturated, poisson:RATE
                    lamport --delay soon                   | --delay: expected constant:V, uniform:LEAST,MOST
                    lamport --delay uniform:3,1            | --delay: expected constant:V, uniform:LEAST,MOST
                    lamport --delay matrix:1,2;3           | --delay: a matrix has as many numbers in each row
                    lamport --hold forever                 | --hold: expected constant:V
                    lamport --channels pigeons             | --channels: expected fifo or unordered, not 'pigeons'
                    lamport --readers 2                    | --readers: expected a share from 0 to 1
                    lamport --readers 0.5 --permits 2      | --permits and --readers are for different kinds of locks
                    lamport --nodes 0                      | a group has at least 1 node, not 0
                    lamport --nodes 1000001                | --nodes must be at most 1000000
                    lamport --delay lognormal:1,40         | --delay: the times of lognormal:1,40 reach from nothing to more than 1000000000000 units
                    lamport --entries 0                    | --entries and --replications must be at least 1
                    lamport --quorums grid                 | lamport has no option 'quorums'
                    ricart-agrawala --permits 2            | ricart-agrawala cannot serve a semaphore; it serves: mutex
                    maekawa --quorums plane --nodes 4      | a projective plane needs
                    ra-implicit-reply --delay exponential:1 | ra-implicit-reply assumes that the time a message is under way has a bound
                    """)
    void whatMakesNoSenseIsRefusedWithAReason(String line, String reason) {
        CommandResult commandResult = run(("lab simulate " + line).split(" "));
        assertThat(commandResult.exit()).isEqualTo(Exit.USAGE);
        assertThat(commandResult.err()).startsWith("peerlock: " + reason);
        assertThat(commandResult.out()).isEmpty();
    }

    @Test
    void aRunThatWouldLastLongerThanTimeDoesIsRefused() {
        CommandResult commandResult =
                run("lab simulate lamport --delay constant:999999999 --hold constant:999999999".split(" "));
        assertThat(commandResult.exit()).isEqualTo(Exit.USAGE);
        assertThat(commandResult.err()).startsWith("peerlock: virtual time ends after 9223372036854 units");
    }

    private static CommandResult small(String more) {
        return run(("lab simulate lamport --nodes 3 --entries 50 --warmup 10 " + more).split(" "));
    }

    @Test
    void jsonHasEveryMetricByItsName() {
        JsonNode result = small("--json").json();
        for (Metric metric : Metric.values()) {
            assertThat(result.has(metric.id())).as(metric.id()).isTrue();
        }
        assertThat(result.get("messagesPerEntry").asDouble()).isEqualTo(6);
        assertThat(result.get("holdOverDelay").asDouble()).isEqualTo(0.1);
        assertThat(result.get("load").asString()).isEqualTo("saturated");
        assertThat(result.has("eventsPerSecond")).isTrue();
    }

    @Test
    void csvHasALineForEachRun() {
        List<String> lines = small("--csv --replications 3 --load hotspot:0.5,0.1")
                .out()
                .lines()
                .toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).startsWith("algorithm,nodes,load,delay,hold,seed,messagesPerEntry,");
        assertThat(lines.get(3)).startsWith("lamport,3,\"hotspot:0.5,0.1\",constant:1,constant:0.1,3,");
    }

    @Test
    void theWaitingTimeOfEachNodeIsShownIfWanted() {
        assertThat(small("--by-node").out())
                .containsPattern("NODE +ENTRIES +WAITING")
                .containsPattern("\n3 +1[67] +3\\.200");
        assertThat(small("--by-node --json").json().get("waitingTimeByNode").values())
                .hasSize(3)
                .allSatisfy(node -> assertThat(node.asDouble()).isCloseTo(3.2, within(1e-9)));
        assertThat(small("--by-node --csv").out())
                .contains(",waitingTimeOfNode1,waitingTimeOfNode2,waitingTimeOfNode3,events,");
        assertThat(small("").out()).doesNotContain("NODE");
        assertThat(small("--json").json().has("waitingTimeByNode")).isFalse();
    }

    @Test
    void aViolationIsPrintedAndFails() {
        CommandResult commandResult = run(("lab simulate lamport --nodes 3 --entries 2000 --warmup 10 --seed 5"
                        + " --channels unordered --delay uniform:0,3")
                .split(" "));
        assertThat(commandResult.exit()).isEqualTo(Exit.DOES_NOT_HOLD);
        assertThat(commandResult.out()).contains("messagesPerEntry");
        assertThat(commandResult.err()).startsWith("peerlock: violates ");
    }
}
