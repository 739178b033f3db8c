package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peerlock.LogLines;
import org.peerlock.internal.transport.WarningLimiter.Kind;

class WarningLimiterTest {

    private final AtomicLong now = new AtomicLong(-5);
    private final LogLines lines = new LogLines(Connection.LOG);
    private final WarningLimiter warningLimiter = new WarningLimiter(Connection.LOG, now::get);

    @AfterEach
    void stopReading() {
        lines.close();
    }

    @Test
    void ofOneKindThereIsOneLineInTenSeconds() {
        warningLimiter.say(Kind.NOT_OURS, "one");
        warningLimiter.say(Kind.NOT_OURS, "two");
        now.addAndGet(TimeUnit.SECONDS.toNanos(10) - 1);
        warningLimiter.say(Kind.NOT_OURS, "three");
        assertThat(lines.warnings()).containsExactly("one");
    }

    @Test
    void theNextLineSaysHowManyWereLeftOut() {
        warningLimiter.say(Kind.NOT_OURS, "one");
        warningLimiter.say(Kind.NOT_OURS, "two");
        warningLimiter.say(Kind.NOT_OURS, "three");
        now.addAndGet(TimeUnit.SECONDS.toNanos(10));
        warningLimiter.say(Kind.NOT_OURS, "four");
        now.addAndGet(TimeUnit.SECONDS.toNanos(10));
        warningLimiter.say(Kind.NOT_OURS, "five");
        assertThat(lines.warnings()).containsExactly("one", "four (2 more like this since the last such line)", "five");
    }

    @Test
    void kindsDoNotKeepEachOtherQuiet() {
        warningLimiter.say(Kind.NOT_OURS, "one");
        warningLimiter.say(Kind.OTHER_USER, "two");
        assertThat(lines.warnings()).containsExactly("one", "two");
    }

    @Test
    void nothingThatOthersSaidBreaksALineOrFillsTheLog() {
        warningLimiter.say(Kind.NOT_OURS, "a\r\n2026 INFO all is well\u001b[0m\u2028b\u202ec");
        warningLimiter.say(Kind.OTHER_USER, "x".repeat(100_000));
        assertThat(lines.warnings().get(0)).isEqualTo("a??2026 INFO all is well?[0m?b?c");
        assertThat(lines.warnings().get(1)).hasSizeLessThan(600);
    }
}
