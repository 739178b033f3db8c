package org.peerlock.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A short soak, with real processes that are killed. */
@EnabledOnOs(OS.LINUX)
class SoakTest {

    @TempDir
    private Path directory;

    @Test
    void countersAreExactAlthoughProcessesAreKilled() throws Exception {
        Soak.SoakPlan plan = Soak.SoakPlan.of(Duration.ofSeconds(8), Duration.ofSeconds(3), directory);
        SoakResult result = new Soak(plan, minute -> {}).run();
        result.verdict().forEach(System.out::println);
        assertThat(result.failures()).isEmpty();
        assertThat(result.kills()).isPositive();
    }

    /** Shows that the other test can fail. */
    @Test
    void processesThatDoNotExcludeEachOtherAreDetected() throws Exception {
        Soak.SoakPlan plan = new Soak.SoakPlan(
                Duration.ofSeconds(3),
                Duration.ofSeconds(10),
                directory,
                node -> directory.resolve("registry-" + node));
        SoakResult result = new Soak(plan, minute -> {}).run();
        result.verdict().forEach(System.out::println);
        assertThat(result.failures()).isNotEmpty();
        assertThat(result.counts().get(CountedEvent.HOT)).isPositive();
        assertThat(result.passed()).isFalse();
    }
}
