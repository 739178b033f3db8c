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
class StoryTest {

    private static final class Script implements Stage {

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
        Books books = new Books();
        Script script = new Script();
        Outcome outcome;
        try (Troupe troupe = new Troupe("naimi-trehel", books)) {
            outcome = new Story(3, Duration.ZERO, troupe, books, script).tell();
        }
        assertThat(outcome.problems()).isEmpty();
        assertThat(outcome.takeovers()).hasSize(2);
        assertThat(outcome.board().refused()).isPositive();
        assertThat(outcome.board().rows()).allMatch(row -> row.state() == NodeState.LEFT && row.entries() > 0);
        assertThat(script.said).anyMatch(text -> text.startsWith("That write is refused"));
    }
}
