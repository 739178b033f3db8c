package org.peerlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.Result.run;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoCommandTest {

    @Test
    void theHelpIsAsTheGoldenFileHasIt() throws IOException {
        run("demo", "--help").isAsTheGoldenFileHasIt("demo-help");
    }

    @ParameterizedTest
    @CsvSource({
        "--nodes 2, '--nodes must be from 3 to 9, not 2'",
        "--nodes 10, '--nodes must be from 3 to 9, not 10'",
        "--seconds 14, '--seconds must be from 15 to 3600, not 14'",
        "--algorithm token-ring, 'no algorithm ''token-ring'' can be used between processes; these can: lamport, '"
    })
    void whatCannotBeShownIsRefusedWithWhatCan(String options, String message) {
        Result result = run(("demo " + options).split(" "));
        assertThat(result.exit()).isEqualTo(Exit.USAGE);
        assertThat(result.err()).startsWith("peerlock: " + message);
        assertThat(result.out()).isEmpty();
    }
}
