package org.peerlock.internal.engine.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.internal.cluster.LeaseTerms;

class TimingTest {

    private static final long MILLI = 1_000_000;
    private static final long HOUR = 3_600_000 * MILLI;

    /** The lease on the slowest clock, measured on the fastest. */
    private static long needed(long lease, int rhoPpm) {
        return BigDecimal.valueOf(lease)
                .multiply(BigDecimal.valueOf(1_000_000 + rhoPpm))
                .divide(BigDecimal.valueOf(1_000_000 - rhoPpm), 0, RoundingMode.UP)
                .longValueExact();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0",
        "1, 1",
        "1, 333333",
        "1, 500000",
        "7, 10000",
        "1000, 123457",
        "6000, 10000",
        "6000, 499999",
        "59999, 17",
        "3599999, 77777",
        "3600000, 500000"
    })
    void aSilenceIsNeverTooShortAndHardlyTooLong(long millis, int rhoPpm) {
        long needed = needed(millis * MILLI, rhoPpm);
        assertThat(new Timing(millis * MILLI, rhoPpm).expiryWaitNanos()).isBetween(needed, needed + 1_000);
    }

    @Test
    void theUsualTimes() {
        Timing timing = new Timing(6_000 * MILLI, 10_000);
        assertThat(timing.expiryWaitNanos()).isEqualTo(6_121_213_000L);
        assertThat(timing.renewalIntervalNanos()).isEqualTo(1_000 * MILLI);
        assertThat(timing.unreachableTimeoutNanos()).isEqualTo(2 * timing.expiryWaitNanos());
        assertThat(timing.confirmationNanos()).isEqualTo(3_000 * MILLI);
        assertThat(timing.dutyStaggerNanos()).isEqualTo(50 * MILLI);
        assertThat(timing.tickIntervalNanos()).isEqualTo(100 * MILLI);
        assertThat(timing.registryTimeoutNanos()).isEqualTo(800 * MILLI);
        assertThat(timing.leaveTimeoutNanos()).isEqualTo(6_000 * MILLI);
    }

    @Test
    void ofALeaseThatNoNodeCanHaveNothingIsKnown() {
        Timing timing = new Timing(6_000 * MILLI, 10_000);
        assertThat(timing.expiryWaitNanosFor(new LeaseTerms(3_600_000, 10_000))).isPresent();
        assertThat(timing.expiryWaitNanosFor(new LeaseTerms(3_600_001, 10_000))).isEmpty();
        assertThat(timing.expiryWaitNanosFor(new LeaseTerms(Long.MAX_VALUE, 10_000)))
                .isEmpty();
        assertThat(timing.expiryWaitNanosFor(new LeaseTerms(6_000, 500_001))).isEmpty();
    }

    @Test
    void anotherNodeIsWaitedForByItsLeaseAndTheGreaterDrift() {
        Timing own = new Timing(60_000 * MILLI, 10_000);
        assertThat(own.expiryWaitNanosFor(new LeaseTerms(6_000, 5_000)))
                .hasValue(new Timing(6_000 * MILLI, 10_000).expiryWaitNanos());
        assertThat(own.expiryWaitNanosFor(new LeaseTerms(6_000, 20_000)))
                .hasValue(new Timing(6_000 * MILLI, 20_000).expiryWaitNanos());
    }

    @Test
    void theTermsAreThoseOfTheNode() {
        Timing timing = new Timing(6_000 * MILLI, 20_000);
        assertThat(timing.terms()).isEqualTo(new LeaseTerms(6_000, 20_000));
        assertThat(Timing.of(timing.terms())).isEqualTo(timing);
    }

    @Test
    void aLongLeaseMakesNothingSlower() {
        Timing usual = new Timing(6_000 * MILLI, 10_000);
        Timing longest = new Timing(HOUR, 10_000);
        assertThat(longest.tickIntervalNanos()).isEqualTo(usual.tickIntervalNanos());
        assertThat(longest.resendIntervalNanos()).isEqualTo(usual.resendIntervalNanos());
        assertThat(longest.dutyStaggerNanos()).isEqualTo(usual.dutyStaggerNanos());
        assertThat(longest.pollIntervalNanos()).isEqualTo(usual.pollIntervalNanos());
        assertThat(longest.leaveTimeoutNanos()).isEqualTo(usual.leaveTimeoutNanos());
        assertThat(longest.tryLockTimeoutNanos()).isEqualTo(usual.tryLockTimeoutNanos());
        assertThat(longest.maxRetryBackoffNanos()).isEqualTo(usual.maxRetryBackoffNanos());
        assertThat(longest.maxJoinBackoffNanos()).isEqualTo(usual.maxJoinBackoffNanos());
    }

    @Test
    void aLeaseLastsFromAMillisecondToAnHour() {
        assertThat(new Timing(MILLI, 0).leaseNanos()).isEqualTo(MILLI);
        assertThat(new Timing(HOUR, 0).leaseNanos()).isEqualTo(HOUR);
        assertThatIllegalArgumentException().isThrownBy(() -> new Timing(0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Timing(MILLI - 1, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Timing(HOUR + 1, 0))
                .withMessageContaining("an hour");
    }

    @Test
    void aLeaseThatTheCellCannotTellIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Timing(6_000 * MILLI + 1, 0))
                .withMessage("a lease lasts whole milliseconds, not 6000000001 ns");
    }

    @Test
    void clocksMayBeWrongByHalf() {
        assertThat(new Timing(MILLI, 500_000).driftPpm()).isEqualTo(500_000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Timing(MILLI, 500_001))
                .withMessageContaining("ppm");
        assertThatIllegalArgumentException().isThrownBy(() -> new Timing(MILLI, -1));
    }
}
