package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.peerlock.Grant;
import org.peerlock.Peerlock;
import org.peerlock.Statistics;

/** Names that were used once leave nothing behind. */
class IdleNamesTest {

    private static final int KEPT = 10_000;

    private static final int MORE_THAN_ARE_KEPT = 12_000;

    /** The fresh view may begin when one name too many is idle. The names used after that stay. */
    private static final int USED_AFTERWARDS = MORE_THAN_ARE_KEPT - KEPT;

    @Test
    void unusedNamesAreForgottenWhileALockIsHeld() throws Exception {
        try (Nodes nodes = Nodes.join(2, builder -> builder.lease(Duration.ofSeconds(4)))) {
            Peerlock user = nodes.node(0);
            try (Grant kept = user.lock("kept").acquire()) {
                for (int i = 0; i < MORE_THAN_ARE_KEPT; i++) {
                    user.lock("name-" + i).acquire().close();
                }
                Statistics seen = user.statistics();
                for (int i = 0; i < 600 && seen.locks() > USED_AFTERWARDS; i++) {
                    Thread.sleep(100);
                    seen = user.statistics();
                }
                assertThat(seen.locks()).isLessThanOrEqualTo(USED_AFTERWARDS);
                assertThat(seen.members()).isEqualTo(2);
                assertThat(seen.lost()).isZero();
                assertThat(kept.isValid()).isTrue();
                assertThat(nodes.lock(1, "kept").tryAcquire(Duration.ofMillis(300)))
                        .isEmpty();
            }
            try (Grant again = nodes.lock(1, "name-7").acquire()) {
                assertThat(again.isValid()).isTrue();
            }
        }
    }
}
