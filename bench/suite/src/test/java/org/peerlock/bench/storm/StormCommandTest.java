package org.peerlock.bench.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class StormCommandTest {

    @ParameterizedTest
    @CsvSource({"--minutes, 0, at least 1", "--minutes, soon, soon", "--seed, seven, seven"})
    void badArgumentsAreRefused(String option, String value, String message) {
        StringWriter err = new StringWriter();
        assertThat(new CommandLine(new StormCommand())
                        .setErr(new PrintWriter(err))
                        .execute(option, value))
                .isEqualTo(StormCommand.USAGE);
        assertThat(err.toString()).contains(message);
    }
}
