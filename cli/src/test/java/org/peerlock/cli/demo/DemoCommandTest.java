package org.peerlock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.CommandResult.run;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.cli.CommandResult;
import org.peerlock.cli.terminal.Exit;

class DemoCommandTest {

    @Test
    void theHelpIsAsTheGoldenFileHasIt() throws IOException {
        run("demo", "--help").equalsGoldenFile("demo-help");
    }

    @ParameterizedTest
    @CsvSource({
        "--nodes 2, '--nodes must be from 3 to 9, not 2'",
        "--nodes 10, '--nodes must be from 3 to 9, not 10'",
        "--seconds 14, '--seconds must be from 15 to 3600, not 14'",
        "--algorithm token-ring, '''token-ring'' is not an algorithm for processes; choose one of: lamport, '"
    })
    void whatCannotBeShownIsRefusedWithWhatCan(String options, String message) {
        CommandResult commandResult = run(("demo " + options).split(" "));
        assertThat(commandResult.exit()).isEqualTo(Exit.USAGE);
        assertThat(commandResult.err()).startsWith("peerlock: " + message);
        assertThat(commandResult.out()).isEmpty();
    }
}
