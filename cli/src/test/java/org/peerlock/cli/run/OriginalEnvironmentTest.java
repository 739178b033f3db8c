package org.peerlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which environment a command gets. */
class OriginalEnvironmentTest {

    private static Map<String, String> restored(Map<String, String> environment) {
        Map<String, String> restored = new HashMap<>(environment);
        OriginalEnvironment.restore(restored);
        return restored;
    }

    @Test
    void theCommandHasTheLocaleThatPeerlockWasGiven() {
        assertThat(restored(Map.of("LC_ALL", "C.UTF-8", "PEERLOCK_LC_ALL", "POSIX", "A", "1")))
                .isEqualTo(Map.of("LC_ALL", "POSIX", "A", "1"));
        assertThat(restored(Map.of("LC_ALL", "C.UTF-8", "PEERLOCK_LC_ALL", "", "A", "1")))
                .isEqualTo(Map.of("A", "1"));
        assertThat(restored(Map.of("LC_ALL", "C.UTF-8"))).isEqualTo(Map.of("LC_ALL", "C.UTF-8"));
    }
}
