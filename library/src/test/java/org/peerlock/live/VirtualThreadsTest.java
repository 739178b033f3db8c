package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Virtual threads can use locks, too, where they exist. */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadsTest {

    private static final int THREADS = 1_000;
    private static final int TIMES = 10;

    @TempDir
    private Path directory;

    @Test
    void nothingIsLostByAThousandVirtualThreadsOfThreeNodes() throws Exception {
        try (Nodes nodes = Nodes.join(3, builder -> builder)) {
            SharedCounter counter = new SharedCounter(directory.resolve("counter"));
            long begin = System.nanoTime();
            Load.Outcome outcome = nodes.count(counter, THREADS, TIMES, virtualThreads());
            System.out.printf(
                    "%d virtual threads: %d acquisitions, %d hand-offs, %d ms%n",
                    THREADS, outcome.acquisitions(), counter.handOffs(), (System.nanoTime() - begin) / 1_000_000);
            assertThat(outcome.acquisitions()).isEqualTo(THREADS * TIMES);
            assertThat(counter.count()).isEqualTo(THREADS * TIMES);
        }
    }

    /** By reflection, because this is compiled for a JDK without them. */
    private static ExecutorService virtualThreads() throws ReflectiveOperationException {
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }
}
