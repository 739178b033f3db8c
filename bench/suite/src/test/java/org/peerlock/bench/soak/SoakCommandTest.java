package org.peerlock.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SoakCommandTest {

    private final StringWriter err = new StringWriter();

    private int execute(String... arguments) {
        return new CommandLine(new SoakCommand()).setErr(new PrintWriter(err)).execute(arguments);
    }

    @Test
    void aDurationOfZeroIsRefused() {
        assertThat(execute("--minutes", "0")).isEqualTo(SoakCommand.USAGE);
        assertThat(err.toString()).contains("at least 1");
    }

    @Test
    void tooManyKillsAreRefused() {
        assertThat(execute("--minutes", "100000", "--kill-every", "1")).isEqualTo(SoakCommand.USAGE);
        assertThat(err.toString()).contains("too many kills");
    }
}
