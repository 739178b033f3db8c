package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.live.Cluster.ask;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.registry.Children.Child;

/** Three processes count in memory that they share, which goes wrong unless only one does so at a time. */
@EnabledOnOs(OS.LINUX)
class SharedCounterTest {

    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final int NODES = 3;

    @TempDir
    private Path directory;

    private Path file;
    private SharedCounter counter;

    @BeforeEach
    void makeTheCounter() {
        file = directory.resolve("counter");
        counter = new SharedCounter(file);
    }

    private Cluster cluster(int cohort) {
        return new Cluster(directory.resolve("cluster"), LEASE, cohort);
    }

    @Test
    void nothingIsLostByProcessesThatTakeTurns() throws Exception {
        try (Cluster cluster = cluster(1)) {
            List<Child> nodes = cluster.start(NODES);
            tellToCount(nodes, 1, Duration.ofSeconds(10));
            Load.Outcome outcome = hearOutcome(nodes);
            print("3 processes, 1 thread each, cohort 1", outcome, 10);
            assertThat(counter.count()).isEqualTo(outcome.acquisitions());
            assertThat(counter.handOffs()).isGreaterThan(NODES);
        }
    }

    @Test
    void nothingIsLostByProcessesThatServeSomeOfTheirThreadsBeforeTheyPassTheLockOn() throws Exception {
        try (Cluster cluster = cluster(4)) {
            List<Child> nodes = cluster.start(NODES);
            tellToCount(nodes, 8, Duration.ofSeconds(4));
            Load.Outcome outcome = hearOutcome(nodes);
            print("3 processes, 8 threads each, cohort 4", outcome, 4);
            assertThat(counter.count()).isEqualTo(outcome.acquisitions());
            assertThat(counter.handOffs()).isGreaterThan(NODES);
        }
    }

    @Test
    void nothingIsLostAndNoViewChangesWhenConnectionsAreReset() throws Exception {
        try (Cluster cluster = cluster(1)) {
            List<Child> nodes = cluster.start(NODES);
            List<Child> resetting = nodes.subList(0, 2);
            tellToCount(nodes, 2, Duration.ofSeconds(8));
            int broken = 0;
            for (int second = 0; second < 7; second++) {
                Thread.sleep(1_000);
                Child child = nodes.get(second % NODES);
            }
            Load.Outcome outcome = hearOutcome(nodes);
            print("Connections reset every second", outcome, 8);
            assertThat(broken).isPositive();
            assertThat(counter.count()).isEqualTo(outcome.acquisitions());
            assertThat(outcome.lastEpoch()).as("epoch of the last view").isEqualTo(outcome.firstEpoch());
        }
    }
}
