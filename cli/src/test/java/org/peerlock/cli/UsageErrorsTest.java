package org.peerlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.CommandResult.run;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody is told who has mistyped something: what is wrong, and what to do next. */
class UsageErrorsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lab chekc",
                "lab check",
                "lab check lamprot",
                "lab check lamport --nods 3",
                "lab check lamport --nodes many",
                "lab check lamport --nodes 0",
                "lab check zoo/sk-lifi",
                "lab check lamport --network fiffo",
                "lab check lamport --property exlusion",
                "lab check raymond-tree --option tre=line",
                "lab algorithms lamprot",
                "lab scenario",
                "lab scenario none.scenario",
                "lab scenario ../scenarios/lamport/ordnary.scenario",
                "lab scenario ../scenarios/lamprot/ordinary.scenario",
                "lab zoo none",
                "lab table lamprot",
                "lab simulate lamprot",
                "lab simulate lamport --fault flood:1",
                "lab simulate lamport --load heavy",
                "lab sweep lamport",
                "lab sweep raymond-tree --nodes 3 --option tre=line",
                "lab swarm",
                "lab swarm --seeds 0",
                "lab swarm --seeds 1 --algorithm lamprot",
                "lab swarm --seeds 1 --live --locks mutex",
                "lab reproduce none"
            })
    void whatIsSaidIsAsTheGoldenFileHasIt(String line) throws IOException {
        CommandResult commandResult = run(line.split(" "));
        assertThat(commandResult.err()).startsWith("peerlock: ");
        commandResult.failsAsInGoldenFile(line.replaceAll("[^a-z0-9]+", "-"));
    }
}
