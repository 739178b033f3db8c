package org.peerlock.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 s",
        "PT0.3S, 300 ms",
        "PT6S, 6 s",
        "PT1.5S, 1500 ms",
        "PT90S, 90 s",
        "PT2M, 2 min",
        "PT90M, 90 min",
        "PT2H, 2 h",
        "PT-1S, -1 s",
        "PT-0.25S, -250 ms",
        "PT0.1000001S, 100.0001 ms",
        "PT0.000000001S, 0.000001 ms",
    })
    void durationsAreWrittenInTheLargestUnitThatKeepsThemExact(Duration duration, String text) {
        assertThat(DurationText.of(duration)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"9223372036854775807, 9223372036854775807 s", "-9223372036854775808, -9223372036854775808 s"})
    void theLongestDurationsAreWrittenToo(long seconds, String text) {
        assertThat(DurationText.of(Duration.ofSeconds(seconds))).isEqualTo(text);
    }
}
