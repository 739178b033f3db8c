package org.peerlock.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WatchTest {

    private final StringWriter out = new StringWriter();
    private final List<CommandOutput> seen = new ArrayList<>();

    /** Is interrupted while it shows the second sight. */
    private String twice(boolean json, boolean screen) {
        Watch watch = new Watch(Duration.ofMillis(1), json, screen, new PrintWriter(out));
        assertThatThrownBy(() -> watch.forever(this::look)).isInstanceOf(InterruptedException.class);
        assertThat(seen).hasSize(2);
        return out.toString().replaceAll("\\d\\d:\\d\\d:\\d\\d", "TIME").replace(System.lineSeparator(), "\n");
    }

    private CommandOutput look() {
        int number = seen.size() + 1;
        CommandOutput commandOutput = new CommandOutput(List.of("line " + number), Map.of("number", number));
        seen.add(commandOutput);
        if (number == 2) {
            Thread.currentThread().interrupt();
        }
        return commandOutput;
    }

    @Test
    void inAPipeALineWithTheTimeSeparatesThem() {
        assertThat(twice(false, false)).isEqualTo("--- TIME\nline 1\n--- TIME\nline 2\n");
    }

    @Test
    void forAScriptEachIsALine() {
        assertThat(twice(true, true)).isEqualTo("{\"number\":1}\n{\"number\":2}\n");
    }

    @Test
    void onAScreenTheNextIsPaintedOverTheLast() {
        String[] paintings = twice(false, true).split("\u001b\\[H", -1);
        assertThat(paintings).hasSize(3);
        assertThat(paintings[0]).isEmpty();
        assertThat(paintings[2]).isEqualTo("line 2\u001b[K\n\u001b[K\nTIME, Ctrl-C to quit\u001b[J\n");
    }

    @Test
    void anIntervalMayBeLongerThanAnybodyCounts() {
        Watch watch = new Watch(Duration.ofHours(9_999_999), false, false, new PrintWriter(out));
        assertThatThrownBy(() -> watch.forever(() -> {
                    Thread.currentThread().interrupt();
                    return look();
                }))
                .isInstanceOf(InterruptedException.class);
        assertThat(seen).hasSize(1);
    }

    @Test
    void itEndsWhenNobodyReadsItAnyMore() throws InterruptedException {
        Writer broken = new FilterWriter(out) {
            @Override
            public void write(String text, int from, int length) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        new Watch(Duration.ofMillis(1), false, false, new PrintWriter(broken)).forever(this::look);
        assertThat(seen).hasSize(1);
    }
}
