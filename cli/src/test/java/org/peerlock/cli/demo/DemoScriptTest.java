package org.peerlock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** With real processes. */
@EnabledOnOs(OS.LINUX)
class DemoScriptTest {

    private static final class Script implements DemoDisplay {

        private final List<String> said = new CopyOnWriteArrayList<>();

        @Override
        public void say(String text) {
            said.add(text);
        }

        @Override
        public void close() {}
    }

    @Test
    void threeProcessesSurviveAKillAndAStandstill() throws Exception {
        DemoLedger demoLedger = new DemoLedger();
        Script script = new Script();
        DemoResult demoResult;
        try (DemoCluster demoCluster = new DemoCluster("naimi-trehel", demoLedger)) {
            demoResult = new DemoScript(3, Duration.ZERO, demoCluster, demoLedger, script).run();
        }
        assertThat(demoResult.problems()).isEmpty();
        assertThat(demoResult.failovers()).hasSize(2);
        assertThat(demoResult.snapshot().refused()).isPositive();
        assertThat(demoResult.snapshot().nodes())
                .allMatch(nodeStatus -> nodeStatus.state() == NodeState.LEFT && nodeStatus.entries() > 0);
        assertThat(script.said).anyMatch(text -> text.startsWith("That write is refused"));
    }
}
