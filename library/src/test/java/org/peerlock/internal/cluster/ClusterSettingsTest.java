package org.peerlock.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ClusterSettingsTest {

    private static void assertRefused(
            int protocol, long leaseMillis, int driftPpm, long outageMillis, String sentence) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClusterSettings(protocol, "", leaseMillis, driftPpm, outageMillis))
                .withMessage(sentence);
    }

    @Test
    void theSmallestAndTheGreatestValuesCount() {
        assertThat(new ClusterSettings(1, "", 1, 0)).isEqualTo(new ClusterSettings(1, "", 1, 0, 0));
        assertThat(new ClusterSettings(1, "", 1, 999_999).driftPpm()).isEqualTo(999_999);
    }

    @Test
    void whatNoClusterCanHaveIsRefused() {
        assertRefused(0, 1, 0, 0, "the first protocol is 1");
        assertRefused(1, 0, 0, 0, "a lease lasts");
        assertRefused(1, 1, -1, 0, "a clock runs forward");
        assertRefused(1, 1, 1_000_000, 0, "a clock runs forward");
        assertRefused(1, 1, 0, -1, "an outage lasts");
    }

    @Test
    void anotherLeaseChangesNothingElse() {
        assertThat(new ClusterSettings(2, "maekawa", 6_000, 10_000, 7).withLeaseMillis(3_000))
                .isEqualTo(new ClusterSettings(2, "maekawa", 3_000, 10_000, 7));
    }
}
