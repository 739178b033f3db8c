package org.peerlock.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class LeaseTermsTest {

    private static void assertRefused(long leaseMillis, int driftPpm, String sentence) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LeaseTerms(leaseMillis, driftPpm))
                .withMessage(sentence);
    }

    @Test
    void theSmallestAndTheGreatestValuesCount() {
        assertThat(new LeaseTerms(1, 0).leaseMillis()).isOne();
        assertThat(new LeaseTerms(1, 999_999).driftPpm()).isEqualTo(999_999);
    }

    @Test
    void whatNoNodeCanHaveIsRefused() {
        assertRefused(0, 0, "a lease lasts");
        assertRefused(1, -1, "a clock runs forward");
        assertRefused(1, 1_000_000, "a clock runs forward");
    }

    @Test
    void aSlowClockMakesALeaseLastLonger() {
        assertThat(new LeaseTerms(6_000, 0).longestMillis()).isEqualTo(6_000);
        assertThat(new LeaseTerms(6_000, 500_000).longestMillis()).isEqualTo(12_000);
        assertThat(new LeaseTerms(6_000, 10_000).longestMillis())
                .as("rounded up")
                .isEqualTo(6_061);
    }

    @Test
    void theLongestOfTwoIsTheLongerLeaseWithTheGreaterDrift() {
        LeaseTerms both = new LeaseTerms(6_000, 20_000);
        assertThat(new LeaseTerms(6_000, 10_000).longest(new LeaseTerms(1_000, 20_000)))
                .isEqualTo(both);
        assertThat(new LeaseTerms(1_000, 20_000).longest(new LeaseTerms(6_000, 10_000)))
                .isEqualTo(both);
    }
}
