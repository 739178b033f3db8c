package org.peerlock.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.brain.Registries.id;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.token.SuzukiKasami;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.View;
import org.peerlock.brain.word.Gates;
import org.peerlock.brain.word.LockWord;

class LocksTest {

    private static final long MANY = 1L << 31;

    private final Gates gates = new Gates();
    private final Locks locks = new Locks(settings("ricart-agrawala"), gates, new Sent(), new Tally(), new Random(1));

    private static Settings settings(String algorithm) {
        return new Settings(
                "cluster", Catalogue.find(algorithm).orElseThrow(), new Timing(6_000_000_000L, 0), "nowhere", 1, 100);
    }

    private void open(long epoch, String... held) {
        SortedMap<String, Incarnation> holders = new TreeMap<>();
        for (String lock : held) {
            holders.put(lock, id(1));
        }
        View view = new View(epoch, List.of(id(1), id(2)), List.of());
        locks.open(view, id(1), holders, (lock, to, message) -> {});
    }

    @Test
    void whenTheFencesOfALockComeToTheirEndAnotherViewIsWanted() {
        open(5);
        LockWord word = locks.seat("lock").word;
        word.arrive(5, MANY - 2);
        word.grant();
        assertThat(locks.manyFences()).isFalse();
        word.lose();
        word.grant();
        assertThat(locks.manyFences()).isTrue();
    }

    @Test
    void oneOtherViewIsEnoughEvenIfTheLockIsHeldOnAndOn() {
        open(5);
        LockWord word = locks.seat("lock").word;
        word.arrive(5, MANY);
        word.grant();
        assertThat(locks.manyFences()).isTrue();
        assertThat(locks.seal().holds()).containsOnlyKeys("lock");
        open(6, "lock");
        assertThat(locks.held()).isTrue();
        assertThat(locks.manyFences()).isFalse();
    }

    /** The token starts here: {@code "b"} has its home at the first of two members. */
    @Test
    void aThreadThatReleasesJustBeforeTheLoopLimitsItIsNotMissed() {
        gates.renew(1, 0);
        gates.open(5);
        List<Hold> held = new ArrayList<>();
        Locks racing = new Locks(settings("suzuki-kasami"), gates, new Sent(), new Tally(), new Random(1)) {
            @Override
            void limit(Seat seat, Rights<?, ?> running) {
                held.forEach(grant -> seat.word.release(grant.fence(), grant.generation(), gates, 0));
                super.limit(seat, running);
            }
        };
        List<Object> passedOn = new ArrayList<>();
        View view = new View(5, List.of(id(1), id(2)), List.of());
        racing.open(view, id(1), new TreeMap<>(), (lock, to, message) -> passedOn.add(message));
        racing.acquire("b", held::add);
        assertThat(held).hasSize(1);
        racing.receive("b", 2, new SuzukiKasami.Message.Request(1));
        assertThat(passedOn).hasSize(1).first().isInstanceOf(SuzukiKasami.Message.Token.class);
    }

    @Test
    void aRightWhoseFencesAreUsedUpIsKeptForTheNextView() {
        gates.renew(1, 0);
        gates.open(5);
        open(5, "lock");
        Seat seat = locks.seat("lock");
        seat.word.arrive(5, 0xFFFF_FFFDL);
        seat.word.grant();
        seat.arrived = true;
        seat.word.lose();
        locks.acquire("lock", grant -> {
            throw new AssertionError("granted " + grant);
        });
        assertThat(seat.right).isEqualTo(Seat.Right.INSIDE);
        assertThat(locks.manyFences()).isTrue();
    }

    @Test
    void whoGivesUpLeavesNothingBehind() {
        Waiter waiter = grant -> true;
        locks.acquire("lock", waiter);
        assertThat(locks.names()).isEqualTo(1);
        locks.giveUp("lock", waiter);
        locks.released("another");
        assertThat(locks.names()).isZero();
    }
}
