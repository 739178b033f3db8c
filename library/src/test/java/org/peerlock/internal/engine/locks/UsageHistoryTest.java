package org.peerlock.internal.engine.locks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.engine.lockword.UsageMeter;
import org.peerlock.internal.protocol.NodeOverview;

class UsageHistoryTest {

    private final UsageHistory usageHistory = new UsageHistory();

    private static NodeOverview.KnownLock used(String lock, long times, int held) {
        return new NodeOverview.KnownLock(
                lock, Capacity.mutex(), held, 0, new UsageMeter.UsageCounts(times, 1, 10, 10, times, 20, 20));
    }

    @Test
    void theUseOfALockIsAddedToItsEarlierUse() {
        usageHistory.add(used("lock", 3, 0));
        usageHistory.add(used("lock", 4, 0));
        assertThat(usageHistory.with(List.of(used("lock", 5, 1))))
                .containsExactly(new NodeOverview.KnownLock(
                        "lock", Capacity.mutex(), 1, 0, new UsageMeter.UsageCounts(12, 3, 30, 10, 12, 60, 20)));
        assertThat(usageHistory.total().acquisitions()).isEqualTo(7);
    }

    @Test
    void theBusiestComesFirst() {
        usageHistory.add(used("seldom", 1, 0));
        usageHistory.add(used("often", 9, 0));
        assertThat(usageHistory.with(List.of(used("now", 5, 1))))
                .extracting(NodeOverview.KnownLock::lock)
                .containsExactly("often", "now", "seldom");
    }

    @Test
    void aLockThatWasNeverAcquiredIsNotRemembered() {
        usageHistory.add(new NodeOverview.KnownLock("in vain", Capacity.mutex(), 0, 0, UsageMeter.UsageCounts.NONE));
        assertThat(usageHistory.with(List.of())).isEmpty();
    }

    @Test
    void ofManyNamesThoseAreRememberedThatWereUsedMost() {
        usageHistory.add(used("busy", 1_000, 0));
        for (int i = 0; i < 10_000; i++) {
            usageHistory.add(used("name " + i, 1 + i % 2, 0));
        }
        assertThat(usageHistory.with(List.of()))
                .hasSize(1_000)
                .startsWith(used("busy", 1_000, 0))
                .allMatch(knownLock -> knownLock.usage().acquisitions() > 1);
        assertThat(usageHistory.total().acquisitions()).isEqualTo(16_000);
    }
}
