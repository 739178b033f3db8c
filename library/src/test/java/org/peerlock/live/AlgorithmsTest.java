package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.engine.settings.LiveAlgorithms;

/** Each algorithm decides between nodes that talk by sockets. */
class AlgorithmsTest {

    private static final int NODES = 3;
    private static final int TIMES = 200;

    @TempDir
    private Path directory;

    static List<String> algorithms() {
        return LiveAlgorithms.all(Capacity.Kind.MUTEX).stream()
                .map(CatalogueEntry::id)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void excludesNodesFromEachOther(String algorithm) throws Exception {
        try (Nodes nodes = Nodes.join(
                NODES,
                builder -> builder.algorithm(algorithm)
                        .lease(Duration.ofSeconds(3))
                        .cohort(1))) {
            SharedCounter counter = new SharedCounter(directory.resolve("counter"));
            Load.Outcome outcome = nodes.count(counter, NODES, TIMES, Executors.newFixedThreadPool(NODES));
            assertThat(outcome.acquisitions()).isEqualTo(NODES * TIMES);
            assertThat(counter.count()).isEqualTo(NODES * TIMES);
        }
    }
}
