package org.peerlock.internal.engine.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Mode;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.protocol.LockStatus;
import org.peerlock.internal.protocol.Packet;

/** When replies prove that a request cannot be granted now. */
class ConflictInquiryTest {

    private static final Incarnation ONE = new Incarnation(1, 1);
    private static final Incarnation TWO = new Incarnation(1, 2);
    private static final long MADE_AT = 100;
    private static final LockInquiryResult.Requester REQUESTER = new LockInquiryResult.Requester(ONE, true);

    private final AcquireRequest request = AcquireRequest.permits("permits", 2, 1);
    private final AtomicLong now = new AtomicLong(MADE_AT);
    private final AtomicInteger conflicts = new AtomicInteger();
    private final ConflictInquiry inquiry =
            new ConflictInquiry(request, now::getAndIncrement, conflicts::incrementAndGet);

    @BeforeEach
    void ask() {
        inquiry.ask(ONE, "", "");
        inquiry.ask(TWO, "", "");
    }

    /** A member replies at this time that so many permits have been held there since another time. */
    private void reply(Incarnation by, long at, int permits, long since) {
        now.set(at);
        LockStatus.LockHolder holder = new LockStatus.LockHolder("", at - since, Mode.SHARED, permits, 1);
        LockStatus status = new LockStatus(request.capacity(), "", true, List.of(holder), List.of(), List.of(), 0);
        inquiry.answer(by, new Packet.LockReply(1, "", status));
    }

    /** Time passes between the reply that decides and the report. */
    @Test
    void whatAReplyHasProvedIsReportedLater() {
        reply(ONE, 110, 2, MADE_AT - 1);
        assertThat(inquiry.complete()).isTrue();
        inquiry.conclude(REQUESTER);
        inquiry.conclude(REQUESTER);
        assertThat(conflicts).hasValue(1);
    }

    @Test
    void permitsOfRepliesThatComeOneAfterTheOtherAddUp() {
        reply(ONE, 110, 1, MADE_AT - 1);
        assertThat(inquiry.complete()).isFalse();
        reply(TWO, 150, 1, MADE_AT - 1);
        inquiry.conclude(REQUESTER);
        assertThat(conflicts).hasValue(1);
    }

    @Test
    void aMemberThatRepliesTwiceCountsOnce() {
        reply(ONE, 110, 1, MADE_AT - 1);
        reply(ONE, 120, 1, MADE_AT - 1);
        assertThat(inquiry.complete()).isFalse();
    }

    @Test
    void permitsThatWereTakenAfterTheInquiryProveNothing() {
        reply(ONE, 110, 2, MADE_AT + 1);
        inquiry.conclude(REQUESTER);
        assertThat(conflicts).hasValue(0);
    }

    /** Whether a holder of a read-write lock in one mode is reported to a request in another. */
    private static boolean excludes(Mode held, AcquireRequest wanted) {
        ConflictInquiry asking = new ConflictInquiry(wanted, () -> MADE_AT, () -> {});
        asking.ask(ONE, "", "");
        asking.ask(TWO, "", "");
        LockStatus.LockHolder holder = new LockStatus.LockHolder("", 1, held, 1, 1);
        LockStatus status = new LockStatus(wanted.capacity(), "", true, List.of(holder), List.of(), List.of(), 0);
        asking.answer(TWO, new Packet.LockReply(1, "", status));
        return asking.complete();
    }

    @Test
    void onlyReadersDoNotExcludeEachOther() {
        assertThat(excludes(Mode.SHARED, AcquireRequest.read("table"))).isFalse();
        assertThat(excludes(Mode.EXCLUSIVE, AcquireRequest.read("table"))).isTrue();
        assertThat(excludes(Mode.SHARED, AcquireRequest.write("table"))).isTrue();
        assertThat(excludes(Mode.EXCLUSIVE, AcquireRequest.exclusive("table"))).isTrue();
    }
}
