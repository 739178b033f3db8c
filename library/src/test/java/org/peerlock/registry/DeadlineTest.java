package org.peerlock.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlineTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void itEndsWhenItsTimeHasPassed() {
        Deadline ended = Deadline.in(Duration.ZERO);
        assertThat(ended.passed()).isTrue();
        assertThat(ended.left()).isZero();
        assertThat(ended.leftNanos()).isZero();
        assertThat(Deadline.in(Duration.ofSeconds(-1)).left()).isZero();
    }

    @Test
    void untilThenTimeIsLeft() {
        Deadline deadline = Deadline.in(HOUR);
        assertThat(deadline.passed()).isFalse();
        assertThat(deadline.left()).isPositive().isLessThanOrEqualTo(HOUR);
        assertThat(deadline.leftNanos()).isPositive();
    }

    @Test
    void theFirstOfSeveralAttemptsGetsItsShare() {
        Deadline deadline = Deadline.in(HOUR);
        assertThat(deadline.first(4).left()).isPositive().isLessThanOrEqualTo(HOUR.dividedBy(4));
        assertThat(deadline.first(0).left()).isGreaterThan(HOUR.dividedBy(4));
    }
}
