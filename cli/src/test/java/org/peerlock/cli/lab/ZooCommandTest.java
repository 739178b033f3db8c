package org.peerlock.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.CommandResult.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.peerlock.cli.CommandResult;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.lab.scenario.Scenario;
import tools.jackson.databind.JsonNode;

class ZooCommandTest {

    /** How many states are seen before something wrong is left out: it depends on their order. */
    @Test
    void allAreCaught() throws IOException {
        CommandResult commandResult = run("lab", "zoo");
        assertThat(commandResult.exit()).isEqualTo(Exit.OK);
        assertThat(commandResult.err()).isEmpty();
        String out = commandResult.out().replaceAll("(caught +[0-9]+) +[0-9,]+ +", "$1  S  ");
        new CommandResult(Exit.OK, out, "").equalsGoldenFile("lab-zoo");
    }

    @Test
    void theScenarioThatIsNamedViolatesTheSame() throws IOException {
        for (ZooCommand.ZooCase<?, ?> zooCase : ZooCommand.cases()) {
            String text = Files.readString(Path.of("..").resolve(zooCase.scenario()));
            assertThat(Scenario.parse(text).header().violates())
                    .as(zooCase.scenario())
                    .contains(zooCase.breaks());
        }
    }

    @Test
    void json() {
        JsonNode first = run("lab", "zoo", "--json").json().get(0);
        assertThat(first.get("id").asString()).isEqualTo("zoo/ra-naive-withdrawal");
        assertThat(first.get("expected").asString()).isEqualTo("exclusion");
        assertThat(first.get("verdict").asString()).isEqualTo("caught");
        assertThat(first.get("traceLength").asInt()).isEqualTo(8);
        assertThat(first.get("check").get("trace")).hasSize(8);
    }
}
