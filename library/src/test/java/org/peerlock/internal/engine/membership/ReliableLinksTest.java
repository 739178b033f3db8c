package org.peerlock.internal.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.locks.SentMessages;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.Packet;

class ReliableLinksTest {

    private static final Timing TIMING = new Timing(6_000_000_000L, 0);
    private static final long REPETITION = TIMING.resendIntervalNanos();
    private static final long EPOCH = 7;
    private static final Incarnation ME = new Incarnation(1, 1);
    private static final Incarnation OTHER = new Incarnation(2, 2);
    private static final Incarnation THIRD = new Incarnation(3, 3);

    private final SentMessages sentMessages = new SentMessages();
    private final List<Object> received = new ArrayList<>();
    private final ReliableLinks reliableLinks =
            new ReliableLinks(EPOCH, TIMING, sentMessages, (from, data) -> received.add(data.message()));

    private static Packet.Data data(long number, long acknowledged, Object message) {
        return new Packet.Data(EPOCH, number, acknowledged, "lock", Capacity.mutex(), "algorithm", message);
    }

    private static Packet.Ack receipt(long acknowledged) {
        return new Packet.Ack(EPOCH, acknowledged);
    }

    private void send(long now, Object... messages) {
        for (Object message : messages) {
            reliableLinks.send(now, OTHER, "lock", Capacity.mutex(), "algorithm", message);
        }
    }

    // Receiving

    @Test
    void aGapIsWaitedFor() {
        reliableLinks.onData(0, OTHER, data(2, 0, "b"));
        reliableLinks.onData(0, OTHER, data(3, 0, "c"));
        assertThat(received).isEmpty();
        reliableLinks.onData(0, OTHER, data(1, 0, "a"));
        assertThat(received).containsExactly("a", "b", "c");
    }

    @Test
    void aDoubleIsDroppedAndAcknowledgedAgain() {
        reliableLinks.onData(0, OTHER, data(1, 0, "a"));
        reliableLinks.onTick(0);
        assertThat(sentMessages.packets()).containsExactly(receipt(1));
        reliableLinks.onData(1, OTHER, data(1, 0, "a"));
        assertThat(received).containsExactly("a");
        reliableLinks.onTick(1);
        assertThat(sentMessages.packets()).containsExactly(receipt(1));
        reliableLinks.onTick(2);
        assertThat(sentMessages.packets()).isEmpty();
    }

    @Test
    void onlyPacketsWithoutAGapBeforeThemAreAcknowledged() {
        reliableLinks.onData(0, OTHER, data(1, 0, "a"));
        reliableLinks.onData(0, OTHER, data(3, 0, "c"));
        reliableLinks.onTick(0);
        assertThat(sentMessages.packets()).containsExactly(receipt(1));
    }

    @Test
    void anAnswerIsAReceipt() {
        reliableLinks.onData(0, OTHER, data(1, 0, "a"));
        send(0, "answer");
        reliableLinks.onTick(0);
        assertThat(sentMessages.packets()).containsExactly(data(1, 1, "answer"));
    }

    @Test
    void anAnswerToTheFirstOfSeveralAcknowledgesOnlyThatOne() {
        List<ReliableLinks> itself = new ArrayList<>();
        ReliableLinks answering = new ReliableLinks(EPOCH, TIMING, sentMessages, (from, data) -> {
            if (data.message().equals("a")) {
                itself.get(0).send(0, from, data.lock(), data.capacity(), data.algorithm(), "answer");
            }
        });
        itself.add(answering);
        answering.onData(0, OTHER, data(2, 0, "b"));
        answering.onData(0, OTHER, data(1, 0, "a"));
        answering.onTick(0);
        assertThat(sentMessages.packets()).containsExactly(data(1, 1, "answer"), receipt(2));
    }

    @Test
    void linksToDifferentMembersHaveNothingToDoWithEachOther() {
        send(0, "a");
        reliableLinks.send(0, THIRD, "lock", Capacity.mutex(), "algorithm", "b");
        assertThat(sentMessages.taken())
                .containsExactly(
                        new SentMessages.Posted(OTHER, data(1, 0, "a")),
                        new SentMessages.Posted(THIRD, data(1, 0, "b")));
        reliableLinks.onData(0, OTHER, data(2, 1, "d"));
        reliableLinks.onData(0, THIRD, data(1, 0, "c"));
        assertThat(received).containsExactly("c");
    }

    // Sending again

    @Test
    void anUnacknowledgedPacketIsSentAgainAndAgain() {
        send(0, "a", "b");
        assertThat(sentMessages.packets()).containsExactly(data(1, 0, "a"), data(2, 0, "b"));
        reliableLinks.onTick(REPETITION - 1);
        assertThat(sentMessages.packets()).isEmpty();
        reliableLinks.onTick(REPETITION);
        assertThat(sentMessages.packets()).containsExactly(data(1, 0, "a"), data(2, 0, "b"));
        reliableLinks.onTick(2 * REPETITION - 1);
        assertThat(sentMessages.packets()).isEmpty();
        reliableLinks.onTick(2 * REPETITION);
        assertThat(sentMessages.packets()).containsExactly(data(1, 0, "a"), data(2, 0, "b"));
    }

    @Test
    void anAcknowledgedPacketIsNotSentAgain() {
        send(0, "a", "b");
        sentMessages.taken();
        reliableLinks.onAck(10, OTHER, receipt(1));
        reliableLinks.onTick(REPETITION);
        assertThat(sentMessages.packets()).isEmpty();
        reliableLinks.onTick(REPETITION + 10);
        assertThat(sentMessages.packets()).containsExactly(data(2, 0, "b"));
        reliableLinks.onData(REPETITION + 11, OTHER, data(1, 2, "answer"));
        reliableLinks.onTick(3 * REPETITION);
        assertThat(sentMessages.packets()).containsExactly(receipt(1));
    }

    @Test
    void anOldReceiptTakesNothingBack() {
        send(0, "a", "b");
        reliableLinks.onAck(0, OTHER, receipt(2));
        reliableLinks.onAck(0, OTHER, receipt(1));
        reliableLinks.onTick(REPETITION);
        assertThat(sentMessages.packets()).containsExactly(data(1, 0, "a"), data(2, 0, "b"));
        assertThat(reliableLinks.backlog()).isZero();
    }

    @Test
    void aNewConnectionGetsAllThatWasUnderWayOnTheOldOne() {
        send(0, "a", "b", "c");
        reliableLinks.onAck(0, OTHER, receipt(1));
        sentMessages.taken();
        reliableLinks.resend(1, OTHER);
        assertThat(sentMessages.packets()).containsExactly(data(2, 0, "b"), data(3, 0, "c"));
        reliableLinks.onTick(REPETITION);
        assertThat(sentMessages.packets()).isEmpty();
    }

    @Test
    void theBacklogIsThatOfTheMemberWithTheLongest() {
        send(0, "a", "b", "c");
        reliableLinks.send(0, THIRD, "lock", Capacity.mutex(), "algorithm", "d");
        assertThat(reliableLinks.backlog()).isEqualTo(3);
        reliableLinks.onAck(0, OTHER, receipt(3));
        assertThat(reliableLinks.backlog()).isEqualTo(1);
    }

    // All at once

    /** A packet under way to one of two ends. */
    private record Underway(boolean back, Packet packet) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyMessageArrivesOnceAndInOrderWhateverTheNetworkDoes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        SentMessages there = new SentMessages();
        SentMessages back = new SentMessages();
        List<Object> atOther = new ArrayList<>();
        List<Object> atMe = new ArrayList<>();
        ReliableLinks mine = new ReliableLinks(EPOCH, TIMING, there, (from, data) -> atMe.add(data.message()));
        ReliableLinks others = new ReliableLinks(EPOCH, TIMING, back, (from, data) -> atOther.add(data.message()));
        List<Underway> underway = new ArrayList<>();
        long messages = 0;
        for (long now = 0; now < 400 * REPETITION; now += REPETITION / 10) {
            if (messages < 200 && random.nextInt(3) == 0) {
                messages++;
                mine.send(now, OTHER, "lock", Capacity.mutex(), "algorithm", messages);
                others.send(now, ME, "lock", Capacity.mutex(), "algorithm", messages);
            }
            mine.onTick(now);
            others.onTick(now);
            there.packets().forEach(packet -> underway.add(new Underway(false, packet)));
            back.packets().forEach(packet -> underway.add(new Underway(true, packet)));
            for (int i = underway.size() / 2; i > 0; i--) {
                int fate = random.nextInt(10);
                Underway one = underway.get(random.nextInt(underway.size())); // not in order
                if (fate > 0) { // else it is delivered now, and once more later
                    underway.remove(one);
                }
                if (fate < 7) { // else it is lost
                    deliver(one.back() ? mine : others, now, one.back() ? OTHER : ME, one.packet());
                }
            }
        }
        List<Object> expected =
                LongStream.rangeClosed(1, messages).<Object>mapToObj(i -> i).toList();
        assertThat(expected).hasSize(200);
        assertThat(atOther).isEqualTo(expected);
        assertThat(atMe).isEqualTo(expected);
        assertThat(mine.backlog() + others.backlog()).isZero();
    }

    private static void deliver(ReliableLinks to, long now, Incarnation from, Packet packet) {
        if (packet instanceof Packet.Data data) {
            to.onData(now, from, data);
        } else if (packet instanceof Packet.Ack ack) {
            to.onAck(now, from, ack);
        }
    }
}
