package org.peerlock.brain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.brain.registry.Incarnation;

class LinksTest {

    private static final Timing TIMING = new Timing(6_000_000_000L, 0);
    private static final long REPETITION = TIMING.repetition();
    private static final long EPOCH = 7;
    private static final Incarnation ME = new Incarnation(1, 1);
    private static final Incarnation OTHER = new Incarnation(2, 2);
    private static final Incarnation THIRD = new Incarnation(3, 3);

    private final Sent sent = new Sent();
    private final List<Object> received = new ArrayList<>();
    private final Links links = new Links(EPOCH, TIMING, sent, (from, data) -> received.add(data.message()));

    private static Packet.Data data(long number, long acknowledged, Object message) {
        return new Packet.Data(EPOCH, number, acknowledged, "lock", Capacity.mutex(), message);
    }

    private static Packet.Receipt receipt(long acknowledged) {
        return new Packet.Receipt(EPOCH, acknowledged);
    }

    private void send(long now, Object... messages) {
        for (Object message : messages) {
            links.send(now, OTHER, "lock", Capacity.mutex(), message);
        }
    }

    // Receiving

    @Test
    void aGapIsWaitedFor() {
        links.receive(0, OTHER, data(2, 0, "b"));
        links.receive(0, OTHER, data(3, 0, "c"));
        assertThat(received).isEmpty();
        links.receive(0, OTHER, data(1, 0, "a"));
        assertThat(received).containsExactly("a", "b", "c");
    }

    @Test
    void aDoubleIsDroppedAndAcknowledgedAgain() {
        links.receive(0, OTHER, data(1, 0, "a"));
        links.tick(0);
        assertThat(sent.packets()).containsExactly(receipt(1));
        links.receive(1, OTHER, data(1, 0, "a"));
        assertThat(received).containsExactly("a");
        links.tick(1);
        assertThat(sent.packets()).containsExactly(receipt(1));
        links.tick(2);
        assertThat(sent.packets()).isEmpty();
    }

    @Test
    void onlyWhatCameWithoutAGapIsAcknowledged() {
        links.receive(0, OTHER, data(1, 0, "a"));
        links.receive(0, OTHER, data(3, 0, "c"));
        links.tick(0);
        assertThat(sent.packets()).containsExactly(receipt(1));
    }

    @Test
    void anAnswerIsAReceipt() {
        links.receive(0, OTHER, data(1, 0, "a"));
        send(0, "answer");
        links.tick(0);
        assertThat(sent.packets()).containsExactly(data(1, 1, "answer"));
    }

    @Test
    void anAnswerToTheFirstOfSeveralAcknowledgesOnlyThatOne() {
        List<Links> itself = new ArrayList<>();
        Links answering = new Links(EPOCH, TIMING, sent, (from, data) -> {
            if (data.message().equals("a")) {
                itself.get(0).send(0, from, data.lock(), data.capacity(), "answer");
            }
        });
        itself.add(answering);
        answering.receive(0, OTHER, data(2, 0, "b"));
        answering.receive(0, OTHER, data(1, 0, "a"));
        answering.tick(0);
        assertThat(sent.packets()).containsExactly(data(1, 1, "answer"), receipt(2));
    }

    @Test
    void linksToDifferentMembersHaveNothingToDoWithEachOther() {
        send(0, "a");
        links.send(0, THIRD, "lock", Capacity.mutex(), "b");
        assertThat(sent.taken())
                .containsExactly(new Sent.Posted(OTHER, data(1, 0, "a")), new Sent.Posted(THIRD, data(1, 0, "b")));
        links.receive(0, OTHER, data(2, 1, "d"));
        links.receive(0, THIRD, data(1, 0, "c"));
        assertThat(received).containsExactly("c");
    }

    // Sending again

    @Test
    void whatIsNotAcknowledgedIsSentAgainAndAgain() {
        send(0, "a", "b");
        assertThat(sent.packets()).containsExactly(data(1, 0, "a"), data(2, 0, "b"));
        links.tick(REPETITION - 1);
        assertThat(sent.packets()).isEmpty();
        links.tick(REPETITION);
        assertThat(sent.packets()).containsExactly(data(1, 0, "a"), data(2, 0, "b"));
        links.tick(2 * REPETITION - 1);
        assertThat(sent.packets()).isEmpty();
        links.tick(2 * REPETITION);
        assertThat(sent.packets()).containsExactly(data(1, 0, "a"), data(2, 0, "b"));
    }

    @Test
    void whatIsAcknowledgedIsNotSentAgain() {
        send(0, "a", "b");
        sent.taken();
        links.receive(10, OTHER, receipt(1));
        links.tick(REPETITION);
        assertThat(sent.packets()).isEmpty();
        links.tick(REPETITION + 10);
        assertThat(sent.packets()).containsExactly(data(2, 0, "b"));
        links.receive(REPETITION + 11, OTHER, data(1, 2, "answer"));
        links.tick(3 * REPETITION);
        assertThat(sent.packets()).containsExactly(receipt(1));
    }

    @Test
    void anOldReceiptTakesNothingBack() {
        send(0, "a", "b");
        links.receive(0, OTHER, receipt(2));
        links.receive(0, OTHER, receipt(1));
        links.tick(REPETITION);
        assertThat(sent.packets()).containsExactly(data(1, 0, "a"), data(2, 0, "b"));
        assertThat(links.backlog()).isZero();
    }

    @Test
    void aNewConnectionGetsAllThatWasUnderWayOnTheOldOne() {
        send(0, "a", "b", "c");
        links.receive(0, OTHER, receipt(1));
        sent.taken();
        links.resend(1, OTHER);
        assertThat(sent.packets()).containsExactly(data(2, 0, "b"), data(3, 0, "c"));
        links.tick(REPETITION);
        assertThat(sent.packets()).isEmpty();
    }

    @Test
    void theBacklogIsThatOfTheMemberWithTheLongest() {
        send(0, "a", "b", "c");
        links.send(0, THIRD, "lock", Capacity.mutex(), "d");
        assertThat(links.backlog()).isEqualTo(3);
        links.receive(0, OTHER, receipt(3));
        assertThat(links.backlog()).isEqualTo(1);
    }

    // All at once

    /** A packet under way to one of two ends. */
    private record Underway(boolean back, Packet packet) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyMessageArrivesOnceAndInOrderWhateverTheNetworkDoes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Sent there = new Sent();
        Sent back = new Sent();
        List<Object> atOther = new ArrayList<>();
        List<Object> atMe = new ArrayList<>();
        Links mine = new Links(EPOCH, TIMING, there, (from, data) -> atMe.add(data.message()));
        Links others = new Links(EPOCH, TIMING, back, (from, data) -> atOther.add(data.message()));
        List<Underway> underway = new ArrayList<>();
        long messages = 0;
        for (long now = 0; now < 400 * REPETITION; now += REPETITION / 10) {
            if (messages < 200 && random.nextInt(3) == 0) {
                messages++;
                mine.send(now, OTHER, "lock", Capacity.mutex(), messages);
                others.send(now, ME, "lock", Capacity.mutex(), messages);
            }
            mine.tick(now);
            others.tick(now);
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

    private static void deliver(Links to, long now, Incarnation from, Packet packet) {
        if (packet instanceof Packet.Data data) {
            to.receive(now, from, data);
        } else if (packet instanceof Packet.Receipt receipt) {
            to.receive(now, from, receipt);
        }
    }
}
