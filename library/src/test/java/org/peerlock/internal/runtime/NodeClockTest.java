package org.peerlock.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

class NodeClockTest {

    private static final long DAY = TimeUnit.DAYS.toNanos(1);

    @Test
    void aClockThatIsFastShowsMore() {
        assertThat(NodeClock.drifted(DAY, 10_000)).isEqualTo(DAY + DAY / 100);
        assertThat(NodeClock.drifted(1_500_000, 10_000)).isEqualTo(1_515_000);
    }

    @Test
    void aClockThatIsSlowShowsLess() {
        assertThat(NodeClock.drifted(DAY, -10_000)).isEqualTo(DAY - DAY / 100);
    }

    @Test
    void aClockThatIsWrongNeverGoesBack() {
        long last = Long.MIN_VALUE;
        for (long nanos = 0; nanos < 5_000_000; nanos += 7) {
            long shown = NodeClock.drifted(nanos, -10_000);
            assertThat(shown).isGreaterThanOrEqualTo(last);
            last = shown;
        }
    }

    @Test
    @ResourceLock(Resources.SYSTEM_PROPERTIES)
    void aTrialMaySetTheCalendarAtAnyTime() {
        long before = System.currentTimeMillis();
        assertThat(NodeClock.calendarMillis()).isBetween(before, System.currentTimeMillis());
        System.setProperty(NodeClock.CALENDAR_STEP, "-5000");
        try {
            assertThat(NodeClock.calendarMillis()).isBetween(before - 5_000, System.currentTimeMillis() - 5_000);
        } finally {
            System.clearProperty(NodeClock.CALENDAR_STEP);
        }
    }

    @Test
    void withoutATrialTheClockIsThatOfTheSystem() {
        long before = System.nanoTime();
        long shown = NodeClock.nanoTime();
        assertThat(shown).isBetween(before, System.nanoTime());
    }
}
