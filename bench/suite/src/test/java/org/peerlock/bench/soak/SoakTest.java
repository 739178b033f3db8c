package org.peerlock.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A short one, with processes that are really killed. */
@EnabledOnOs(OS.LINUX)
class SoakTest {

    @TempDir
    private Path directory;

    @Test
    void countersAreExactAlthoughProcessesAreKilled() throws Exception {
        Soak.Plan plan = Soak.Plan.of(Duration.ofSeconds(8), Duration.ofSeconds(3), directory);
        SoakResult soakResult = new Soak(plan, minuteReport -> {}).run();
        soakResult.verdict().forEach(System.out::println);
        assertThat(soakResult.wrong()).isEmpty();
        assertThat(soakResult.kills()).isPositive();
    }

    /** Without this, the other would show nothing. */
    @Test
    void processesThatDoNotExcludeEachOtherAreNoticed() throws Exception {
        Soak.Plan plan = new Soak.Plan(
                Duration.ofSeconds(3),
                Duration.ofSeconds(10),
                directory,
                node -> directory.resolve("registry-" + node));
        SoakResult soakResult = new Soak(plan, minuteReport -> {}).run();
        soakResult.verdict().forEach(System.out::println);
        assertThat(soakResult.wrong()).isNotEmpty();
        assertThat(soakResult.passed()).isFalse();
    }
}
