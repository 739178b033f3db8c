package org.peerlock.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SoakCommandTest {

    private final StringWriter said = new StringWriter();

    private int execute(String... arguments) {
        return new CommandLine(new SoakCommand()).setErr(new PrintWriter(said)).execute(arguments);
    }

    @Test
    void aSoakOfNoTimeIsRefused() {
        assertThat(execute("--minutes", "0")).isEqualTo(SoakCommand.USAGE);
        assertThat(said.toString()).contains("at least 1");
    }

    @Test
    void aSoakOfTooManyProcessesIsRefused() {
        assertThat(execute("--minutes", "100000", "--kill-every", "1")).isEqualTo(SoakCommand.USAGE);
        assertThat(said.toString()).contains("cannot be told apart");
    }
}
