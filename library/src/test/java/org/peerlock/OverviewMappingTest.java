package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.lockword.UsageMeter;
import org.peerlock.internal.protocol.NodeOverview;

/** What the API shows of an overview of the engine. */
class OverviewMappingTest {

    private static final UsageMeter.UsageCounts USED = new UsageMeter.UsageCounts(4, 3, 100, 60, 2, 30, 20);
    private static final NodeOverview.KnownLock BUSY =
            new NodeOverview.KnownLock("busy", Capacity.semaphore(5), 2, 1, USED);
    private static final NodeOverview.KnownLock IDLE =
            new NodeOverview.KnownLock("idle", Capacity.readWrite(), 1, 3, UsageMeter.UsageCounts.NONE);
    private static final NodeOverview OVERVIEW = new NodeOverview(
            9,
            1_000,
            List.of(
                    new NodeOverview.MemberStatus(new Incarnation(1L << 60, 1), "host:1", "one", "1.0", 500, 9, true),
                    new NodeOverview.MemberStatus(new Incarnation(2L << 60, 2), "host:2", "", "", 400, 0, false)),
            List.of(IDLE, BUSY),
            new NodeOverview.Totals(new UsageMeter.UsageCounts(40, 0, 0, 0, 0, 0, 0), 11, 12, 13, 14, 15));

    @Test
    void theMembersAreThoseOfTheViewAndTheRegisteredAlsoThoseThatJoin() {
        assertThat(OverviewMapping.members(OVERVIEW)).containsExactly(new Peer("10000000", "host:1", "one", true));
        assertThat(OverviewMapping.registered(OVERVIEW))
                .containsExactly(
                        new Member(new Peer("10000000", "host:1", "one", true), "1.0", Duration.ofNanos(500), 9),
                        new Member(new Peer("20000000", "host:2", "", false), "", Duration.ofNanos(400), 0));
    }

    @Test
    void theBusiestLockComesFirstWithTheMeansOfItsTimes() {
        assertThat(OverviewMapping.locks(OVERVIEW.locks()))
                .containsExactly(
                        new LockUse(
                                "busy",
                                LockKind.SEMAPHORE,
                                5,
                                2,
                                1,
                                4,
                                Duration.ofNanos(25),
                                Duration.ofNanos(60),
                                Duration.ofNanos(15),
                                Duration.ofNanos(20)),
                        new LockUse(
                                "idle",
                                LockKind.READ_WRITE,
                                1,
                                1,
                                3,
                                0,
                                Duration.ZERO,
                                Duration.ZERO,
                                Duration.ZERO,
                                Duration.ZERO));
    }

    @Test
    void theStatisticsSumUpAllLocks() {
        assertThat(OverviewMapping.statistics(OVERVIEW, 16))
                .isEqualTo(new Statistics(1, 9, Duration.ofNanos(1_000), 2, 3, 4, 40, 11, 12, 13, 14, 15, 16));
    }

    @Test
    void aKindIsDescribedWithItsPermits() {
        assertThat(LockKind.of(Capacity.mutex()).describe(1)).isEqualTo("an exclusive lock");
        assertThat(LockKind.of(Capacity.readWrite()).describe(1)).isEqualTo("a read-write lock");
        assertThat(LockKind.of(Capacity.semaphore(1)).describe(1)).isEqualTo("a semaphore of 1 permit");
        assertThat(LockKind.SEMAPHORE.describe(2)).isEqualTo("a semaphore of 2 permits");
    }
}
