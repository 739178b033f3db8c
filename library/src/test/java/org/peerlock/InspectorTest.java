package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.inspection.LockInquiryResult;
import org.peerlock.internal.protocol.LockStatus;
import org.peerlock.internal.protocol.Packet;

/** What an inspection says, from the replies of three members. */
class InspectorTest {

    private static final Incarnation ME = new Incarnation(0x11111111L << 32, 1);
    private static final Incarnation SECOND = new Incarnation(0x22222222L << 32, 2);
    private static final Incarnation THIRD = new Incarnation(0x33333333L << 32, 3);
    private static final String SECOND_TEXT = "node 22222222 (second, host:2)";

    private final SortedMap<Incarnation, String> members = new TreeMap<>();
    private final SortedMap<Incarnation, String> labels = new TreeMap<>();
    private final SortedMap<Incarnation, Packet.LockReply> answers = new TreeMap<>();
    private boolean grants = true;
    private Optional<String> problem = Optional.empty();

    @BeforeEach
    void join() {
        members.put(ME, "host:1");
        members.put(SECOND, "host:2");
        members.put(THIRD, "host:3");
        labels.put(THIRD, "third");
        reply(ME, "first", null);
        reply(SECOND, "second", null);
        reply(THIRD, "third", null);
    }

    private void reply(Incarnation node, String label, @Nullable LockStatus status) {
        answers.put(node, new Packet.LockReply(1, label, status));
    }

    private static LockStatus status(
            Capacity capacity,
            boolean inside,
            List<LockStatus.LockHolder> holders,
            List<LockStatus.LockWaiter> waiters) {
        return new LockStatus(capacity, "ricart-agrawala", inside, holders, waiters, List.of(), 0);
    }

    private static LockStatus.LockHolder holder(String label, long millis) {
        return new LockStatus.LockHolder(label, millis * 1_000_000, Mode.EXCLUSIVE, 1, 7);
    }

    private static LockStatus.LockWaiter waiter(String label, long millis, long number) {
        return new LockStatus.LockWaiter(label, millis * 1_000_000, Mode.EXCLUSIVE, 1, 1, OptionalLong.of(number));
    }

    private Inspection inspection() {
        return Inspector.inspection(
                new LockInquiryResult("a", new LockInquiryResult.Requester(ME, grants), members, labels, answers),
                problem);
    }

    @Test
    void aLockThatNobodyKnowsHasNoKind() {
        Inspection seen = inspection();
        assertThat(seen.kind()).isEmpty();
        assertThat(seen.permits()).isZero();
        assertThat(seen.algorithm()).isEmpty();
        assertThat(seen.unanswered()).isEmpty();
        assertThat(seen)
                .hasToString("'a': no member knows it\n  held by nobody\n  This process is not waiting for it.");
    }

    @Test
    void aHolderIsShownWithItsNodeItsTimeAndItsFence() {
        reply(SECOND, "second", status(Capacity.mutex(), true, List.of(holder("order-17", 1_500)), List.of()));
        Inspection seen = inspection();
        assertThat(seen.lock()).isEqualTo("a");
        assertThat(seen.kind()).contains(LockKind.EXCLUSIVE);
        assertThat(seen.permits()).isEqualTo(1);
        assertThat(seen.holders())
                .containsExactly(new Inspection.Holder(
                        new Peer("22222222", "host:2", "second", false),
                        "order-17",
                        Duration.ofMillis(1_500),
                        LockMode.EXCLUSIVE,
                        1,
                        7));
        assertThat(seen)
                .hasToString("'a': an exclusive lock, by ricart-agrawala\n  held by " + SECOND_TEXT
                        + ", order-17, for 1.500 s, fence 7\n  This process is not waiting for it.");
    }

    @Test
    void theHolderThatHasHeldTheLongestComesFirst() {
        LockStatus.LockHolder reader = new LockStatus.LockHolder("r", 1_000_000, Mode.SHARED, 1, 7);
        LockStatus.LockHolder longer = new LockStatus.LockHolder("l", 2_000_000, Mode.SHARED, 1, 7);
        LockStatus.LockHolder future = new LockStatus.LockHolder("f", -1, Mode.SHARED, 1, 7);
        reply(ME, "first", status(Capacity.readWrite(), true, List.of(reader, future), List.of()));
        reply(SECOND, "second", status(Capacity.readWrite(), true, List.of(longer), List.of()));
        Inspection seen = inspection();
        assertThat(seen.holders()).extracting(Inspection.Holder::label).containsExactly("l", "r", "f");
        assertThat(seen.holders()).extracting(Inspection.Holder::mode).containsOnly(LockMode.SHARED);
        assertThat(seen.holders().get(2).held()).isZero();
        assertThat(seen.holders().get(1).peer().here()).isTrue();
        assertThat(seen.toString()).startsWith("'a': a read-write lock, by ").contains("r, shared, for 0.001 s");
    }

    @Test
    void aProcessThatWaitsIsToldForWhomAndHowManyComeBefore() {
        reply(ME, "first", status(Capacity.mutex(), false, List.of(), List.of(waiter("mine", 10, 9))));
        reply(SECOND, "second", status(Capacity.mutex(), true, List.of(holder("h", 20)), List.of()));
        assertThat(inspection().reason()).isEqualTo("This process is waiting, because " + SECOND_TEXT + " holds it.");

        reply(THIRD, "third", status(Capacity.mutex(), false, List.of(), List.of(waiter("x", 10, 3))));
        Inspection seen = inspection();
        assertThat(seen.ordered()).isTrue();
        assertThat(seen.waiters()).extracting(Inspection.Waiter::label).containsExactly("x", "mine");
        assertThat(seen.reason())
                .isEqualTo("This process is waiting, because " + SECOND_TEXT
                        + " holds it, and 1 other request comes first.");
        assertThat(seen.toString())
                .contains("  1. waiting: node 33333333 (third, host:3), x, for 0.010 s\n")
                .contains("  2. waiting: node 11111111 (first, this one, host:1), mine, for 0.010 s\n");

        reply(SECOND, "second", status(Capacity.mutex(), true, List.of(holder("h", 20)), List.of(waiter("y", 5, 4))));
        assertThat(inspection().reason()).endsWith(" holds it, and 2 other requests come first.");
    }

    @Test
    void ofSeveralHoldersTheOneThatHasHeldTheLongestIsNamed() {
        reply(ME, "first", status(Capacity.semaphore(3), false, List.of(), List.of(waiter("mine", 10, 9))));
        LockStatus.LockHolder two = new LockStatus.LockHolder("h", 20, Mode.SHARED, 2, 7);
        reply(SECOND, "second", status(Capacity.semaphore(3), true, List.of(two, holder("i", 0)), List.of()));
        Inspection seen = inspection();
        assertThat(seen.permits()).isEqualTo(3);
        assertThat(seen.reason())
                .isEqualTo("This process is waiting, because " + SECOND_TEXT + " holds it, the longest of 2 holders.");
        assertThat(seen.toString()).contains("a semaphore of 3 permits").contains("h, 2 permits, for 0.000 s");
    }

    @Test
    void aMemberThatDoesNotReplyIsNamedAndMakesTheOrderUncertain() {
        reply(ME, "first", status(Capacity.mutex(), false, List.of(), List.of(waiter("mine", 10, 9))));
        assertThat(inspection().reason())
                .isEqualTo("This process is waiting, because the lock is on its way from one holder to the next.");
        assertThat(inspection().ordered()).isTrue();
        answers.remove(THIRD);
        Inspection seen = inspection();
        assertThat(seen.unanswered()).containsExactly(new Peer("33333333", "host:3", "third", false));
        assertThat(seen.ordered()).isFalse();
        assertThat(seen.reason())
                .isEqualTo("This process is waiting, because node 33333333 (third, host:3) does not reply,"
                        + " and may hold it.");
        assertThat(seen.toString())
                .contains("  held by nobody who replied\n")
                .contains("  waiting: node 11111111")
                .contains("  no reply from node 33333333 (third, host:3)\n");
    }

    @Test
    void aProcessThatCannotGrantSaysWhy() {
        reply(ME, "first", status(Capacity.mutex(), false, List.of(), List.of(waiter("mine", 10, 9))));
        grants = false;
        assertThat(inspection().reason())
                .isEqualTo("This process cannot grant locks at the moment:"
                        + " its lease has expired, or the membership is changing.");
        problem = Optional.of("the disk is full");
        assertThat(inspection().reason()).isEqualTo("This process cannot grant locks at the moment: the disk is full.");
    }

    @Test
    void thoseThatWereLeftOutAreCounted() {
        LockStatus many = new LockStatus(Capacity.mutex(), "ricart-agrawala", true, List.of(), List.of(), List.of(), 3);
        reply(SECOND, "second", many);
        reply(THIRD, "third", many);
        assertThat(inspection().omitted()).isEqualTo(6);
        assertThat(inspection().toString()).contains("  and 6 more\n");
    }
}
