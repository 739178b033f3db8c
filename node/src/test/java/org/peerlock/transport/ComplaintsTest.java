package org.peerlock.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peerlock.transport.Complaints.Kind;

class ComplaintsTest {

    private final AtomicLong now = new AtomicLong(-5);
    private final Lines lines = new Lines();
    private final Complaints complaints = new Complaints(Connection.LOG, now::get);

    @AfterEach
    void stopReading() {
        lines.close();
    }

    @Test
    void ofOneKindThereIsOneLineInTenSeconds() {
        complaints.say(Kind.NOT_OURS, "one");
        complaints.say(Kind.NOT_OURS, "two");
        now.addAndGet(TimeUnit.SECONDS.toNanos(10) - 1);
        complaints.say(Kind.NOT_OURS, "three");
        assertThat(lines.warnings()).containsExactly("one");
    }

    @Test
    void theNextLineSaysHowManyWereLeftOut() {
        complaints.say(Kind.NOT_OURS, "one");
        complaints.say(Kind.NOT_OURS, "two");
        complaints.say(Kind.NOT_OURS, "three");
        now.addAndGet(TimeUnit.SECONDS.toNanos(10));
        complaints.say(Kind.NOT_OURS, "four");
        now.addAndGet(TimeUnit.SECONDS.toNanos(10));
        complaints.say(Kind.NOT_OURS, "five");
        assertThat(lines.warnings()).containsExactly("one", "four (2 more like this since the last such line)", "five");
    }

    @Test
    void kindsDoNotKeepEachOtherQuiet() {
        complaints.say(Kind.NOT_OURS, "one");
        complaints.say(Kind.OTHER_CLUSTER, "two");
        assertThat(lines.warnings()).containsExactly("one", "two");
    }

    @Test
    void nothingThatOthersSaidBreaksALineOrFillsTheLog() {
        complaints.say(Kind.NOT_OURS, "a\r\n2026 INFO all is well\u001b[0m\u2028b\u202ec");
        complaints.say(Kind.OTHER_CLUSTER, "x".repeat(100_000));
        assertThat(lines.warnings().get(0)).isEqualTo("a??2026 INFO all is well?[0m?b?c");
        assertThat(lines.warnings().get(1)).hasSizeLessThan(600);
    }
}
