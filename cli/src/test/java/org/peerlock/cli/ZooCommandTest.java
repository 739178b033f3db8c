package org.peerlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.Result.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.peerlock.lab.scenario.Scenario;
import tools.jackson.databind.JsonNode;

class ZooCommandTest {

    @Test
    void allAreCaught() throws IOException {
        Result result = run("lab", "zoo");
        assertThat(result.exit()).isEqualTo(Exit.OK);
        assertThat(result.err()).isEmpty();
        result.isAsTheGoldenFileHasIt("lab-zoo");
    }

    @Test
    void theScenarioThatIsNamedViolatesTheSame() throws IOException {
        for (ZooCommand.Inmate<?, ?> inmate : ZooCommand.inmates()) {
            String text = Files.readString(Path.of("..").resolve(inmate.scenario()));
            assertThat(Scenario.parse(text).header().violates())
                    .as(inmate.scenario())
                    .contains(inmate.breaks());
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
