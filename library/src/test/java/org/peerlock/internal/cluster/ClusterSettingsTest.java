package org.peerlock.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ClusterSettingsTest {

    private static void assertRefused(int protocol, long outageMillis, String sentence) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClusterSettings(protocol, "", outageMillis))
                .withMessage(sentence);
    }

    @Test
    void theSmallestValuesCount() {
        assertThat(new ClusterSettings(1, "")).isEqualTo(new ClusterSettings(1, "", 0));
    }

    @Test
    void whatNoClusterCanHaveIsRefused() {
        assertRefused(0, 0, "the first protocol is 1");
        assertRefused(1, -1, "an outage lasts");
    }

    @Test
    void anotherProtocolChangesNothingElse() {
        assertThat(new ClusterSettings(2, "maekawa", 7).withProtocol(3))
                .isEqualTo(new ClusterSettings(3, "maekawa", 7));
    }
}
