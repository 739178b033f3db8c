package org.peerlock.internal.engine.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.engine.membership.SampleStates.id;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.token.SuzukiKasami;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.context.EngineContext;
import org.peerlock.internal.engine.context.InputTime;
import org.peerlock.internal.engine.effects.EngineCounters;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.lockword.LockWord;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeLimits;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.HeldLock;
import org.peerlock.internal.protocol.HeldShare;
import org.peerlock.internal.protocol.HolderMap;
import org.peerlock.internal.protocol.LockStatus;
import org.peerlock.internal.protocol.Packet;

class LockTableTest {

    private static final long MANY = 1L << 31;

    private final GrantGates gates = new GrantGates();
    private final LockTable lockTable = new LockTable(context("ricart-agrawala"));

    private EngineContext context(String algorithm) {
        return context(settings(algorithm));
    }

    private EngineContext context(NodeSettings settings) {
        return new EngineContext(
                settings, new InputTime(0, 0), gates, new SentMessages(), new EngineCounters(), new Random(1));
    }

    private static AlgorithmSelection selection(String algorithm) {
        return AlgorithmSelection.of(Catalogue.find(algorithm).orElseThrow());
    }

    private static NodeSettings settings(String algorithm) {
        return new NodeSettings("cluster", selection(algorithm), new Timing(6_000_000_000L, 0), "nowhere", 1, 100);
    }

    private void open(long epoch, String... held) {
        SortedMap<String, SortedMap<Incarnation, HeldLock>> holders = new TreeMap<>();
        for (String lock : held) {
            HeldLock heldLock = new HeldLock(Capacity.mutex(), List.of(new HeldShare(Mode.EXCLUSIVE, 1, 1)));
            holders.put(lock, new TreeMap<>(Map.of(id(1), heldLock)));
        }
        View view = new View(epoch, List.of(id(1), id(2)), List.of());
        lockTable.open(
                view,
                selection("ricart-agrawala"),
                id(1),
                new HolderMap(holders),
                (lock, capacity, algorithm, to, message) -> {});
    }

    private LocalExclusiveLock exclusiveLock(String lock) {
        return (LocalExclusiveLock) lockTable.lock(lock, Capacity.mutex());
    }

    /** A request that waits. */
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
        LockWord word = exclusiveLock("lock").word;
        word.arrive(5, MANY - 2);
        word.grant(false);
        assertThat(lockTable.manyFences()).isFalse();
        word.lose();
        word.grant(false);
        assertThat(lockTable.manyFences()).isTrue();
    }

    @Test
    void whenTheFencesOfASemaphoreComeToTheirEndAnotherViewIsWanted() {
        assertThat(gates.renew(1_000, 0)).isTrue();
        gates.open(5);
        open(5);
        lockTable.acquire(AcquireRequest.permits("permits", 1, 1), waiter(hold -> true));
        LocalLock semaphore = lockTable.lock("permits", Capacity.semaphore(1));
        semaphore.onEntered(ViewAlgorithms.CARRIED + 1, (5L << 32) + MANY - 1);
        assertThat(lockTable.manyFences()).isFalse();
        semaphore.onEntered(ViewAlgorithms.CARRIED + 1, (5L << 32) + MANY);
        assertThat(lockTable.manyFences()).isTrue();
    }

    /** No correct member sends one. */
    @Test
    void aMessageOfAnotherAlgorithmIsIgnored() {
        open(5, "held");
        for (String lock : List.of("held", "never heard of")) {
            Packet.Data foreign = new Packet.Data(
                    5, 1, 0, lock, Capacity.mutex(), "suzuki-kasami", new SuzukiKasami.Message.Request(1));
            assertThat(lockTable.receive(2, foreign)).isNull();
        }
        assertThat(exclusiveLock("held").holdCount()).isZero();
        Packet.Data own = new Packet.Data(
                5,
                2,
                0,
                "never heard of",
                Capacity.mutex(),
                "ricart-agrawala",
                new RicartAgrawala.Message.Request(1, Mode.EXCLUSIVE));
        assertThat(lockTable.receive(2, own)).isNull();
    }

    @Test
    void oneOtherViewIsEnoughEvenIfTheLockIsHeldOnAndOn() {
        open(5);
        LockWord word = exclusiveLock("lock").word;
        word.arrive(5, MANY);
        word.grant(false);
        assertThat(lockTable.manyFences()).isTrue();
        assertThat(lockTable.seal().holds()).containsOnlyKeys("lock");
        open(6, "lock");
        assertThat(lockTable.anyHeld()).isTrue();
        assertThat(lockTable.manyFences()).isFalse();
    }

    /** The token starts here: {@code "b"} has its home at the first of two members. */
    @Test
    void aThreadThatReleasesJustBeforeTheLoopLimitsItIsNotMissed() {
        gates.renew(1, 0);
        gates.open(5);
        List<Hold> held = new ArrayList<>();
        LockTable racing = new LockTable(context("suzuki-kasami")) {
            @Override
            public LocalLock make(String lock, Capacity capacity) {
                return new LocalExclusiveLock(lock, this) {
                    @Override
                    public void limitGrants(AlgorithmInstance<?, ?> instance) {
                        held.forEach(grant -> word.release(grant.fence(), grant.generation(), gates, 0));
                        super.limitGrants(instance);
                    }
                };
            }
        };
        List<Object> passedOn = new ArrayList<>();
        View view = new View(5, List.of(id(1), id(2)), List.of());
        racing.open(
                view,
                selection("suzuki-kasami"),
                id(1),
                new HolderMap(new TreeMap<>()),
                (lock, capacity, algorithm, to, message) -> passedOn.add(message));
        racing.acquire(AcquireRequest.exclusive("b"), waiter(held::add));
        assertThat(held).hasSize(1);
        Object request = new SuzukiKasami.Message.Request(1);
        racing.receive(2, new Packet.Data(5, 1, 0, "b", Capacity.mutex(), "suzuki-kasami", request));
        assertThat(passedOn).hasSize(1).first().isInstanceOf(SuzukiKasami.Message.Token.class);
    }

    @Test
    void aLockWhoseFencesAreUsedUpIsKeptForTheNextView() {
        gates.renew(1, 0);
        gates.open(5);
        open(5, "lock");
        LocalExclusiveLock lock = exclusiveLock("lock");
        lock.onEntered(ViewAlgorithms.CARRIED, (5L << 32) + 0xFFFF_FFFFL);
        lockTable.acquire(AcquireRequest.exclusive("lock"), waiter(grant -> {
            throw new AssertionError("granted " + grant);
        }));
        assertThat(lock.entryState).isEqualTo(LocalExclusiveLock.EntryState.INSIDE);
        assertThat(lockTable.manyFences()).isTrue();
    }

    @Test
    void aRequestThatIsGivenUpLeavesNothingBehind() {
        Waiter waiter = waiter(grant -> true);
        lockTable.acquire(AcquireRequest.exclusive("lock"), waiter);
        assertThat(lockTable.locks).hasSize(1);
        lockTable.cancel("lock", waiter);
        lockTable.onWordReleased("another");
        assertThat(lockTable.locks).isEmpty();
    }

    // Views and leases

    /** Until the view began, the others took the lock for held here. */
    @Test
    void aLockThatWasReportedIsPassedOnEvenIfNobodyHereKnowsItAnyMore() {
        ConnectedTables tables = new ConnectedTables(2);
        tables.take(1, AcquireRequest.exclusive("lock"));
        tables.changeView(() -> tables.table(1).locks.clear());
        assertThat(tables.take(2, AcquireRequest.exclusive("lock")).granted()).isTrue();
    }

    @Test
    void theEndOfALeaseIsToldWithTheGenerationOfItsHoldsEvenIfThereAreNone() {
        ConnectedTables tables = new ConnectedTables(2);
        Hold hold = tables.take(1, AcquireRequest.exclusive("lock")).grant();
        tables.expireLease(1);
        tables.expireLease(2);
        assertThat(tables.expired(1)).containsExactly(hold.generation());
        assertThat(tables.lost(1)).containsExactly(hold.fence());
        assertThat(tables.expired(2)).hasSize(1);
        assertThat(tables.lost(2)).isEmpty();
    }

    // What is shown

    @Test
    void theUseOfALockCountsAfterItWasForgotten() {
        ConnectedTables tables = new ConnectedTables(2);
        tables.release(1, tables.take(1, AcquireRequest.permits("pool", 1, 1)));
        tables.table(1).cancel("pool", new Asker("came too late"));
        assertThat(tables.table(1).locks).isEmpty();
        assertThat(tables.table(1).usage().acquisitions()).isEqualTo(1);
    }

    @Test
    void aLockThatANodeHasOnlyHeardOfIsShown() {
        ConnectedTables tables = new ConnectedTables(2);
        tables.take(2, AcquireRequest.permits("pool", 3, 1));
        assertThat(tables.table(1).locks).isEmpty();
        assertThat(tables.status(1, "pool"))
                .isEqualTo(new LockStatus(Capacity.semaphore(3), "lamport", false, List.of(), List.of(), List.of(), 0));
        assertThat(tables.table(1).status("another")).isNull();
    }

    // Idle names

    @Test
    void namesThatOnlyOthersUseAreNotIdleHere() {
        open(5);
        for (int i = 0; i < 20; i++) {
            assertThat(Objects.requireNonNull(lockTable.algorithms).instance("held elsewhere " + i, Capacity.mutex()))
                    .isNotNull();
        }
        assertThat(lockTable.hasMoreIdleNamesThan(0)).isFalse();
    }

    @Test
    void namesThatWereUsedHereAreIdleOnceTheyAreReleasedOrGivenUp() {
        LockTable alone = limited();
        List<Asker> askers = Stream.of("a", "b", "c")
                .map(lock -> ask(alone, AcquireRequest.permits(lock, 1, 1)))
                .toList();
        assertThat(alone.hasMoreIdleNamesThan(0)).isFalse();
        alone.release("a", askers.get(0).grants.get(0).id());
        Asker waiting = ask(alone, AcquireRequest.permits("b", 1, 1));
        alone.release("b", askers.get(1).grants.get(0).id());
        assertThat(waiting.grants).hasSize(1);
        assertThat(alone.hasMoreIdleNamesThan(0)).isTrue();
        assertThat(alone.hasMoreIdleNamesThan(1)).isFalse();
        alone.release("b", waiting.grants.get(0).id());
        assertThat(alone.hasMoreIdleNamesThan(1)).isTrue();
        assertThat(alone.hasMoreIdleNamesThan(2)).isFalse();
        alone.seal();
        assertThat(alone.hasMoreIdleNamesThan(0)).isFalse();
    }

    // Limits

    /** The only member, so that it gets whatever is free; it may use three names, and have two grants of a semaphore. */
    private LockTable limited() {
        LockTable limited =
                new LockTable(context(settings("ricart-agrawala").withLimits(NodeLimits.NORMAL.withMaxUse(3, 2))));
        gates.renew(1, 0);
        gates.open(5);
        View view = new View(5, List.of(id(1)), List.of());
        limited.open(
                view,
                selection("ricart-agrawala"),
                id(1),
                new HolderMap(new TreeMap<>()),
                (lock, capacity, algorithm, to, message) -> {});
        return limited;
    }

    private static Asker ask(LockTable table, AcquireRequest wanted) {
        Asker asker = new Asker("");
        table.acquire(wanted, asker);
        return asker;
    }

    @Test
    void moreNamesThanANodeMayUseAreRefused() {
        LockTable limited = limited();
        for (String lock : List.of("a", "b", "c")) {
            assertThat(ask(limited, AcquireRequest.exclusive(lock)).grants).hasSize(1);
        }
        Asker fourth = ask(limited, AcquireRequest.exclusive("d"));
        assertThat(fourth.grants).isEmpty();
        assertThat(fourth.refusals).hasSize(1).first().asString().contains("'d'", "already uses 3 names of locks");
        assertThat(limited.locks).containsOnlyKeys("a", "b", "c");
        assertThat(ask(limited, AcquireRequest.exclusive("a")).refusals).isEmpty();
    }

    @Test
    void moreGrantsOfASemaphoreThanANodeMayHaveAreRefused() {
        LockTable limited = limited();
        AcquireRequest wanted = AcquireRequest.permits("pool", 10, 1);
        Asker first = ask(limited, wanted);
        assertThat(first.grants).hasSize(1);
        assertThat(ask(limited, wanted).grants).hasSize(1);
        Asker third = ask(limited, wanted);
        assertThat(third.grants).isEmpty();
        assertThat(third.refusals).hasSize(1).first().asString().contains("'pool'", "already has 2 grants");
        limited.release("pool", first.grants.get(0).id());
        assertThat(ask(limited, wanted).grants).hasSize(1);
    }
}
