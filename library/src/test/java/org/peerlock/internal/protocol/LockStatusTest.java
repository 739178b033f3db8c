package org.peerlock.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;

/** A packet has room for so many holders and waiters. */
class LockStatusTest {

    private static LockStatus status(int holders, int waiters, int omitted) {
        LockStatus.LockHolder holder = new LockStatus.LockHolder("holder", 1, Mode.SHARED, 1, 1);
        LockStatus.LockWaiter waiter = new LockStatus.LockWaiter("waiter", 1, Mode.SHARED, 1, 1, OptionalLong.empty());
        return new LockStatus(
                Capacity.semaphore(5),
                "lamport",
                true,
                Collections.nCopies(holders, holder),
                Collections.nCopies(waiters, waiter),
                List.of(),
                omitted);
    }

    @Test
    void asManyAsAPacketHasRoomForAreListed() {
        LockStatus all = status(LockStatus.MOST, LockStatus.MOST, 0);
        assertThat(all.holders()).hasSize(LockStatus.MOST);
        assertThat(all.waiters()).hasSize(LockStatus.MOST);
        assertThat(all.omitted()).isZero();
    }

    @Test
    void thoseThatAreNotListedAreCounted() {
        LockStatus most = status(LockStatus.MOST + 3, LockStatus.MOST + 40, 0);
        assertThat(most.holders()).hasSize(LockStatus.MOST);
        assertThat(most.waiters()).hasSize(LockStatus.MOST);
        assertThat(most.omitted()).isEqualTo(43);
    }

    /** The status that a packet brings has left them out already. */
    @Test
    void thoseThatWereNotListedBeforeCountToo() {
        assertThat(status(1, LockStatus.MOST + 1, 7).omitted()).isEqualTo(8);
    }
}
