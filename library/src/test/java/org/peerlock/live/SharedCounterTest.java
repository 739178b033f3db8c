package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.live.Cluster.ask;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.internal.registry.Children.Child;

/** Three processes count in shared memory, which goes wrong unless only one counts at a time. */
@EnabledOnOs(OS.LINUX)
class SharedCounterTest {

    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final int NODES = 3;

    @TempDir
    private static Path directory;

    /** Processes that take turns. */
    private static Cluster cluster;

    private static List<Child> nodes;

    @BeforeAll
    static void startNodes() throws IOException {
        cluster = new Cluster(directory.resolve("turns"), LEASE, 1);
        nodes = cluster.start(NODES);
    }

    @AfterAll
    static void endNodes() {
        cluster.close();
    }

    @Test
    void nothingIsLostByProcessesThatTakeTurns() throws Exception {
        Load.Outcome outcome = count("turns", nodes, 1, Duration.ofSeconds(10));
        assertThat(outcome.lastEpoch()).as("epoch of the last view").isEqualTo(outcome.firstEpoch());
    }

    @Test
    void nothingIsLostByProcessesThatServeSomeOfTheirThreadsInARow() throws Exception {
        try (Cluster inRows = new Cluster(directory.resolve("rows"), LEASE, 4)) {
            count("rows", inRows.start(NODES), 8, Duration.ofSeconds(2));
        }
    }

    @Test
    void nothingIsLostAndNoViewChangesWhenConnectionsAreReset() throws Exception {
        Child resetting = nodes.get(0);
        assertThat(ask(resetting, "resetEvery 1000")).isEqualTo("yes");
        Load.Outcome outcome = count("resets", nodes, 2, Duration.ofSeconds(8));
        int resets = Integer.parseInt(ask(resetting, "resets"));
        System.out.printf("resets: %d connections were reset%n", resets);
        assertThat(resets).isGreaterThanOrEqualTo(NODES);
        assertThat(outcome.lastEpoch()).as("epoch of the last view").isEqualTo(outcome.firstEpoch());
    }

    /** Without this test, the others would prove nothing. */
    @Test
    void countsAreLostWithoutALock() throws Exception {
        Path file = directory.resolve("unlocked.counter");
        long counted = 0;
        SharedCounter counter = new SharedCounter(file);
        for (int attempt = 0; attempt < 20 && counter.count() == counted; attempt++) {
            for (int i = 0; i < NODES; i++) {
                nodes.get(i).tell("countWithoutLock " + file + " " + i + " 500");
            }
            for (Child node : nodes) {
                counted += Long.parseLong(node.hear());
            }
        }
        System.out.printf("unlocked: %d of %d counts were lost%n", counted - counter.count(), counted);
        assertThat(counter.count()).isLessThan(counted);
    }

    /** Lets all processes count for some time, each with this many threads, and expects that no count is lost. */
    private static Load.Outcome count(String name, List<Child> nodes, int threads, Duration time) throws IOException {
        Path file = directory.resolve(name + ".counter");
        for (int i = 0; i < nodes.size(); i++) {
            nodes.get(i).tell("count " + name + " " + file + " " + (i + 1) + " " + threads + " " + time.toMillis());
        }
        List<Load.Outcome> outcomes = new ArrayList<>();
        for (Child node : nodes) {
            outcomes.add(Load.Outcome.parse(node.hear()));
        }
        Load.Outcome all = outcomes.stream().reduce(Load.Outcome.NOTHING, Load.Outcome::plus);
        SharedCounter counter = new SharedCounter(file);
        System.out.printf(
                "%s: %d acquisitions, %d per second; %d hand-offs, %d per second%n",
                name,
                all.acquisitions(),
                all.acquisitions() / time.toSeconds(),
                counter.handOffs(),
                counter.handOffs() / time.toSeconds());
        assertThat(counter.count()).isEqualTo(all.acquisitions());
        assertThat(outcomes).allSatisfy(one -> assertThat(one.acquisitions()).isPositive());
        assertThat(counter.handOffs()).isGreaterThan(nodes.size());
        return all;
    }
}
