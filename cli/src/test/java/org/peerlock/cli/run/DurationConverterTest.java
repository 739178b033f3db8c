package org.peerlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {

    @ParameterizedTest
    @CsvSource({"500ms,500", "10s,10000", "2m,120000", "90s,90000", "1h,3600000", "0s,0"})
    void durationsAreReadAsPeopleWriteThem(String text, long millis) {
        assertThat(new DurationConverter().convert(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10", "s", "-1s", "1.5s", "1 s", "1d", "PT1S", "9999999999s"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> new DurationConverter().convert(text)).isInstanceOf(TypeConversionException.class);
    }
}
