package org.peerlock.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationFormatTest {

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0",
        "PT0.00001S, <0.1 ms",
        "PT0.0004S, 0.4 ms",
        "PT0.00996S, 9 ms",
        "PT0.012S, 12 ms",
        "PT0.9999S, 999 ms",
        "PT1.25S, 1.3 s",
        "PT12.9S, 12 s",
        "PT119S, 119 s",
        "PT3M10S, 3 min",
        "PT119M, 119 min",
        "PT5H, 5 h",
        "P3DT1H, 3 days"
    })
    void aTimeHasAUnitAndNotMoreDigitsThanMatter(Duration time, String text) {
        assertThat(DurationFormat.format(time)).isEqualTo(text);
    }
}
