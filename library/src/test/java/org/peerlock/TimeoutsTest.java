package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Timeouts of any length. */
class TimeoutsTest {

    @Test
    void aTimeoutThatCanBeCountedIsTakenAsItIs() {
        assertThat(Timeouts.toNanos(Duration.ofNanos(1))).isEqualTo(1);
        assertThat(Timeouts.toNanos(Duration.ofSeconds(2))).isEqualTo(2_000_000_000L);
        assertThat(Timeouts.toNanos(3, TimeUnit.MICROSECONDS)).isEqualTo(3_000);
        assertThat(Timeouts.toNanos(Duration.ZERO)).isZero();
    }

    @Test
    void aNegativeTimeoutIsNone() {
        assertThat(Timeouts.toNanos(Duration.ofNanos(-1))).isZero();
        assertThat(Timeouts.toNanos(Duration.ofSeconds(Long.MIN_VALUE))).isZero();
        assertThat(Timeouts.toNanos(Long.MIN_VALUE, TimeUnit.DAYS)).isZero();
    }

    @Test
    void aTimeoutThatCannotBeCountedNeverEndsAndCanBeAddedToAnyTime() {
        assertThat(Timeouts.toNanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Timeouts.FOREVER);
        assertThat(Timeouts.toNanos(Long.MAX_VALUE, TimeUnit.DAYS)).isEqualTo(Timeouts.FOREVER);
        assertThat(Timeouts.FOREVER + Timeouts.FOREVER).isPositive();
    }
}
