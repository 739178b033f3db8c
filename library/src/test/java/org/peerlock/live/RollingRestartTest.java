package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerlock.Peerlock;
import org.peerlock.ShutdownMode;
import org.peerlock.internal.registry.Children;
import org.peerlock.internal.registry.Children.Child;

/** Processes that are told to end while they work, and replaced, one after the other. */
@Timeout(300)
class RollingRestartTest {

    private static final int PROCESSES = 3;
    private static final Duration MOMENT = Duration.ofSeconds(1);
    private static final Duration LONGER_THAN_IT_TAKES_TO_LEAVE = Duration.ofSeconds(8);
    private static final int ENDED_BY_SIGTERM = 143;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @ParameterizedTest
    @EnumSource(names = {"DRAIN", "AWAIT_CLOSE"})
    @EnabledOnOs(OS.LINUX)
    void noJobRunsTwiceAtOnceAndNoneIsCutOff(ShutdownMode mode) throws Exception {
        Path marker = directory.resolve("job");
        Path registry = directory.resolve("registry");
        try (Children children = new Children();
                Peerlock observer = Peerlock.builder("live")
                        .directory(registry)
                        .lease(JobChild.LEASE)
                        .cohort(1)
                        .join()) {
            List<Child> running = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                running.add(start(children, registry, marker, mode));
            }
            for (int i = 0; i < PROCESSES; i++) {
                stop(running.remove(0), observer, i == 0 ? LONGER_THAN_IT_TAKES_TO_LEAVE : MOMENT);
                running.add(start(children, registry, marker, mode));
            }
            for (Child child : running) {
                stop(child, observer, MOMENT);
            }
            assertThat(marker).as("a job that was cut off").doesNotExist();
        }
    }

    private static Child start(Children children, Path registry, Path marker, ShutdownMode mode) throws IOException {
        Child child = children.start(JobChild.class, registry.toString(), marker.toString(), mode.name());
        assertThat(child.hear()).isEqualTo("joined");
        return child;
    }

    /** Ends a process in the middle of a job, which takes so much longer. */
    private static void stop(Child child, Peerlock observer, Duration longer) throws IOException, InterruptedException {
        child.tell("hold");
        assertThat(child.hear()).isEqualTo("holding");
        child.terminate();
        assertThat(child.hear()).isEqualTo("told to stop");
        assertThat(observer.lock(JobChild.LOCK).tryAcquire(longer))
                .as("the job still runs")
                .isEmpty();
        child.tell("finish");
        assertThat(child.next()).as("a line after the last job").isEmpty();
        assertThat(child.await()).isEqualTo(ENDED_BY_SIGTERM);
    }
}
