package org.peerlock.internal.engine.locks;

import static org.peerlock.internal.engine.membership.SampleStates.id;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.context.EngineContext;
import org.peerlock.internal.engine.context.InputTime;
import org.peerlock.internal.engine.effects.EngineCounters;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.effects.LostHold;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.lockword.LockWord;
import org.peerlock.internal.engine.lockword.ReleaseOutcome;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.HeldLock;
import org.peerlock.internal.protocol.HolderMap;
import org.peerlock.internal.protocol.LockStatus;
import org.peerlock.internal.protocol.Packet;

/**
 * The lock tables of the members of a view, numbered from 1. All have a lease and one clock. Messages wait until a test delivers
 * them.
 */
final class ConnectedTables {

    private static final long LEASE = 6_000_000_000L;

    private record Message(int from, int to, String lock, Capacity capacity, String algorithm, Object content) {}

    /** One member. */
    private final class Member {
        final GrantGates gates = new GrantGates();
        final EngineCounters counters = new EngineCounters();
        final List<Long> expired = new ArrayList<>();
        final List<Long> lost = new ArrayList<>();
        final List<String> conflicts = new ArrayList<>();
        final LockTable table;

        Member(NodeSettings settings) {
            SentMessages effects = new SentMessages() {
                @Override
                public void onLeaseExpired(long generation, LossCause reason) {
                    expired.add(generation);
                }

                @Override
                public void onLocksLost(List<LostHold> holds, LossCause reason) {
                    holds.forEach(hold -> lost.add(hold.fence()));
                }

                @Override
                public void onKindConflict(String reason) {
                    conflicts.add(reason);
                }
            };
            table = new LockTable(new EngineContext(settings, time, gates, effects, counters, new Random(1)));
        }
    }

    private final InputTime time = new InputTime(0, 0);
    private final List<Member> members;
    private final Queue<Message> underWay = new ArrayDeque<>();
    private AlgorithmSelection algorithms;
    private long epoch;

    /** Members with these algorithms, whose first view has just begun. */
    ConnectedTables(int members, int cohort, AlgorithmSelection algorithms) {
        this.algorithms = algorithms;
        NodeSettings settings = new NodeSettings("cluster", algorithms, new Timing(LEASE, 0), "nowhere", cohort, 1_000);
        this.members = IntStream.rangeClosed(1, members)
                .mapToObj(any -> new Member(settings))
                .toList();
        open(new HolderMap(new TreeMap<>()));
        IntStream.rangeClosed(1, members).forEach(this::renew);
    }

    ConnectedTables(int members) {
        this(members, 1, AlgorithmSelection.of(algorithm("suzuki-kasami")));
    }

    static CatalogueEntry<?, ?> algorithm(String id) {
        return Catalogue.find(id).orElseThrow();
    }

    private void open(HolderMap holders) {
        epoch++;
        List<Incarnation> ids = IntStream.rangeClosed(1, members.size())
                .mapToObj(number -> id(number))
                .toList();
        View view = new View(epoch, ids, List.of());
        for (int number = 1; number <= members.size(); number++) {
            int me = number;
            Member member = member(me);
            member.table.open(
                    view,
                    algorithms,
                    id(me),
                    holders,
                    (lock, capacity, algorithm, to, content) ->
                            underWay.add(new Message(me, to, lock, capacity, algorithm, content)));
            member.gates.open(epoch);
        }
        members.forEach(member -> member.table.settle());
    }

    /** The next view begins, in which all members hold what they held when this one ended. */
    void changeView() {
        changeView(() -> {});
    }

    /** The same, and the next view has other algorithms. */
    void changeView(AlgorithmSelection others) {
        algorithms = others;
        changeView();
    }

    /** The same as before, and something happens between the two views. */
    void changeView(Runnable between) {
        SortedMap<String, SortedMap<Incarnation, HeldLock>> holders = new TreeMap<>();
        for (int number = 1; number <= members.size(); number++) {
            Incarnation member = id(number);
            member(number).gates.shut();
            member(number)
                    .table
                    .seal()
                    .holds()
                    .forEach((lock, held) -> holders.computeIfAbsent(lock, any -> new TreeMap<>())
                            .put(member, held));
        }
        underWay.clear();
        between.run();
        open(new HolderMap(holders));
    }

    private Member member(int number) {
        return members.get(number - 1);
    }

    LockTable table(int member) {
        return member(member).table;
    }

    EngineCounters counters(int member) {
        return member(member).counters;
    }

    /** The generations of the leases of a member that are over. */
    List<Long> expired(int member) {
        return member(member).expired;
    }

    /** The fences of the holds that a member has lost. */
    List<Long> lost(int member) {
        return member(member).lost;
    }

    /** The reports of a member that a lock is used as different kinds. */
    List<String> conflicts(int member) {
        return member(member).conflicts;
    }

    long firstFence() {
        return epoch << 32;
    }

    void advance(long nanos) {
        time.advanceTo(time.nowNanos() + nanos);
    }

    /** A member gets a lease, and may grant again. */
    void renew(int member) {
        if (!member(member).gates.renew(time.nowNanos() + LEASE, time.nowNanos())) {
            throw new AssertionError("not renewed");
        }
        member(member).gates.open(epoch);
        member(member).table.settle();
    }

    /** A member loses its lease, and what it holds. */
    void expireLease(int member) {
        table(member).expireLease(LossCause.LEASE_EXPIRED);
        table(member).settle();
    }

    Asker ask(int member, AcquireRequest wanted) {
        return ask(member, "", wanted);
    }

    Asker ask(int member, String label, AcquireRequest wanted) {
        Asker asker = new Asker(label);
        table(member).acquire(wanted, asker);
        return asker;
    }

    /** Asks, and delivers messages until it is granted. */
    Asker take(int member, AcquireRequest wanted) {
        Asker asker = ask(member, wanted);
        deliver();
        asker.grant();
        return asker;
    }

    /** Releases a grant. */
    ReleaseOutcome release(int member, Asker asker) {
        return release(member, asker.grant());
    }

    ReleaseOutcome release(int member, Hold hold) {
        if (hold.word() == null) {
            table(member).release(hold.lock(), hold.id());
            return ReleaseOutcome.DONE;
        }
        ReleaseOutcome outcome =
                hold.word().release(hold.fence(), hold.generation(), member(member).gates, time.nowNanos());
        if (outcome == ReleaseOutcome.TELL) {
            table(member).onWordReleased(hold.lock());
        }
        return outcome;
    }

    /** A thread takes an exclusive lock without the loop, if it can. */
    Optional<Hold> takeByWord(int member, String lock) {
        GrantGates gates = member(member).gates;
        LockWord word = ((LocalExclusiveLock) table(member).lock(lock, Capacity.mutex())).word;
        long fence = word.tryAcquire(gates, gates.current(), time.nowNanos());
        return fence > 0 ? Optional.of(new Hold(lock, fence, gates.current().generation(), 0, word)) : Optional.empty();
    }

    /** How many messages are under way. */
    int underWay() {
        return underWay.size();
    }

    /** Delivers all messages, and those that they cause. */
    void deliver() {
        while (!underWay.isEmpty()) {
            Message message = underWay.remove();
            table(message.to)
                    .receive(
                            message.from,
                            new Packet.Data(
                                    epoch, 1, 0, message.lock, message.capacity, message.algorithm, message.content));
        }
    }

    /** What a member shows of a lock that it knows. */
    LockStatus status(int member, String lock) {
        @Nullable LockStatus status = table(member).status(lock);
        return Objects.requireNonNull(status, lock);
    }
}
