package org.peerlock.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.brain.Registries.id;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
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
                "cluster",
                Algorithms.of(Catalogue.find(algorithm).orElseThrow()),
                new Timing(6_000_000_000L, 0),
                "nowhere",
                1,
                100);
    }

    private void open(long epoch, String... held) {
        SortedMap<String, Held> holds = new TreeMap<>();
        for (String lock : held) {
            holds.put(lock, new Held(Capacity.mutex(), List.of(new Share(Mode.EXCLUSIVE, 1, 1))));
        }
        SortedMap<Incarnation, Report> reports = new TreeMap<>();
        reports.put(id(1), new Report(holds));
        View view = new View(epoch, List.of(id(1), id(2)), List.of());
        locks.open(view, id(1), Reports.merged(reports), (lock, capacity, to, message) -> {});
    }

    private ExclusiveSeat seat(String lock) {
        return (ExclusiveSeat) locks.seat(lock, Capacity.mutex());
    }

    /** Somebody who waits. */
    private static Waiter waiter(Predicate<Hold> offered) {
        return new Waiter() {
            @Override
            public boolean offer(Hold hold) {
                return offered.test(hold);
            }

            @Override
            public void refuse(String reason) {
                throw new AssertionError(reason);
            }
        };
    }

    @Test
    void whenTheFencesOfALockComeToTheirEndAnotherViewIsWanted() {
        open(5);
        LockWord word = seat("lock").word;
        word.arrive(5, MANY - 2);
        word.grant(false);
        assertThat(locks.manyFences()).isFalse();
        word.lose();
        word.grant(false);
        assertThat(locks.manyFences()).isTrue();
    }

    @Test
    void oneOtherViewIsEnoughEvenIfTheLockIsHeldOnAndOn() {
        open(5);
        LockWord word = seat("lock").word;
        word.arrive(5, MANY);
        word.grant(false);
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
            Seat make(String lock, Capacity capacity) {
                return new ExclusiveSeat(lock, this) {
                    @Override
                    void limitGrants(Part<?, ?> part) {
                        held.forEach(grant -> word.release(grant.fence(), grant.generation(), gates, 0));
                        super.limitGrants(part);
                    }
                };
            }
        };
        List<Object> passedOn = new ArrayList<>();
        View view = new View(5, List.of(id(1), id(2)), List.of());
        racing.open(view, id(1), new Holders(new TreeMap<>()), (lock, capacity, to, message) -> passedOn.add(message));
        racing.acquire(Demand.exclusive("b"), waiter(held::add));
        assertThat(held).hasSize(1);
        Object request = new SuzukiKasami.Message.Request(1);
        racing.receive(2, new Packet.Data(5, 1, 0, "b", Capacity.mutex(), request));
        assertThat(passedOn).hasSize(1).first().isInstanceOf(SuzukiKasami.Message.Token.class);
    }

    @Test
    void aRightWhoseFencesAreUsedUpIsKeptForTheNextView() {
        gates.renew(1, 0);
        gates.open(5);
        open(5, "lock");
        ExclusiveSeat seat = seat("lock");
        seat.entered(Rights.CARRIED, (5L << 32) + 0xFFFF_FFFFL);
        locks.acquire(Demand.exclusive("lock"), waiter(grant -> {
            throw new AssertionError("granted " + grant);
        }));
        assertThat(seat.right).isEqualTo(ExclusiveSeat.Right.INSIDE);
        assertThat(locks.manyFences()).isTrue();
    }

    @Test
    void whoGivesUpLeavesNothingBehind() {
        Waiter waiter = waiter(grant -> true);
        locks.acquire(Demand.exclusive("lock"), waiter);
        assertThat(locks.seats).hasSize(1);
        locks.giveUp("lock", waiter);
        locks.released("another");
        assertThat(locks.seats).isEmpty();
    }
}
