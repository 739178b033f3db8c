package org.peerlock.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.cli.doctor.ClockExaminer.ProcessorTime;

/** What the system tells about time. */
class ClockExaminerTest {

    private static ProcessorTime parse(String stat) {
        return ProcessorTime.parse(stat).orElseThrow();
    }

    /** The last two are in the first ones already. */
    @Test
    void theTimeOfAllProcessorsIsRead() {
        assertThat(parse("cpu  1 2 3 4 5 6 7 8 100 200\ncpu0 9 9 9 9 9 9 9 9 9 9\n"))
                .isEqualTo(new ProcessorTime(36, 8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "cpu", "cpu 1 2 3 4 5 6 7", "cpu0 1 2 3 4 5 6 7 8", "cpu a b c d e f g h"})
    void whatIsNoSuchTextTellsNothing(String stat) {
        assertThat(ProcessorTime.parse(stat)).isEmpty();
    }

    @Test
    void stealTimeIsThePartThatPassedSince() {
        ProcessorTime before = new ProcessorTime(1_000, 400);
        assertThat(new ProcessorTime(1_200, 450).stealPercentSince(before)).isEqualTo(OptionalDouble.of(25));
        assertThat(new ProcessorTime(1_200, 399).stealPercentSince(before)).isEqualTo(OptionalDouble.of(0));
        assertThat(before.stealPercentSince(before)).isEmpty();
    }

    @Test
    void aSleepIsWhatTheUptimeHasMoreThanTheClock() {
        assertThat(ClockExaminer.suspendedMillis("3700.50 900.00\n", 100.5)).isEqualTo(3_600_000);
        assertThat(ClockExaminer.suspendedMillis("100.00 900.00\n", 100.4)).isEqualTo(0);
    }

    /** As in a container that counts its uptime from its own start. */
    @Test
    void anUptimeThatBeganLaterTellsNothing() {
        assertThat(ClockExaminer.suspendedMillis("10.00 9.00\n", 100.5)).isNull();
        assertThat(ClockExaminer.suspendedMillis("nonsense", 100.5)).isNull();
    }

    @Test
    void thisMachineIsWatched() {
        ClockMeasurement seen = new ClockExaminer(Duration.ofMillis(50)).measure();
        assertThat(seen.waits()).isPositive();
        assertThat(seen.usualDelayMillis()).isBetween(0.0, seen.longestDelayMillis());
    }
}
