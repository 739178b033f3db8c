package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peerlock.LogLines;
import org.peerlock.internal.transport.ConnectionWarnings.Kind;

class ConnectionWarningsTest {

    private final AtomicLong now = new AtomicLong();
    private final LogLines lines = new LogLines(Connection.LOG);
    private final ConnectionWarnings warnings = new ConnectionWarnings(Connection.LOG, now::get);

    @AfterEach
    void stopReading() {
        lines.close();
    }

    @Test
    void aProblemThatRepeatsIsOneLineInAMinute() {
        warnings.say(Kind.NOT_OURS, "one");
        warnings.say(Kind.NOT_OURS, "two");
        now.addAndGet(TimeUnit.MINUTES.toNanos(1));
        warnings.say(Kind.NOT_OURS, "three");
        assertThat(lines.warnings()).containsExactly("one", "three (1 more like this since the last such line)");
    }

    @Test
    void aFailureThatRepeatsIsOneLineInAMinute() {
        String line = "Closed the connection with 127.0.0.1:1, because this node could not process what it sent";
        warnings.failed("127.0.0.1:1", new IllegalStateException("on purpose"));
        warnings.failed("127.0.0.1:2", new IllegalStateException("on purpose"));
        assertThat(lines.warnings()).containsExactly(line);
        now.addAndGet(TimeUnit.MINUTES.toNanos(1));
        warnings.failed("127.0.0.1:1", new IllegalStateException("on purpose"));
        assertThat(lines.warnings()).containsExactly(line, line + " (1 more like this since the last such line)");
    }

    @Test
    void nothingThatOthersSaidBreaksALineOrFillsTheLog() {
        warnings.say(Kind.NOT_OURS, "a\r\n2026 INFO all is well\u001b[0m\u2028b\u202ec");
        warnings.say(Kind.OTHER_USER, "x".repeat(100_000));
        warnings.say(Kind.TOO_MANY, "y".repeat(500));
        assertThat(lines.warnings())
                .containsExactly("a??2026 INFO all is well?[0m?b?c", "x".repeat(500) + "...", "y".repeat(500));
    }
}
