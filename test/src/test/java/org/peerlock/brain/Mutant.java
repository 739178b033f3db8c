package org.peerlock.brain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Request;
import org.peerlock.brain.ExclusiveSeat.Right;
import org.peerlock.brain.registry.Command;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Member;
import org.peerlock.brain.registry.Registry;
import org.peerlock.brain.registry.View;
import org.peerlock.brain.word.Gate;
import org.peerlock.brain.word.Gates;

/** Brains in each of which one rule is broken. */
public enum Mutant {
    /** A member is dropped before its lease is surely over. */
    DROPS_EARLY(() -> new Waits(0.4)),

    /** A member is dropped when its lease would be over if its clock and the observer's went alike. */
    TRUSTS_CLOCKS(() -> new Waits(1)),

    /** The lease counts from the answer to a renewal, not from its sending. */
    LEASE_FROM_ANSWER(LeaseFromAnswer::new),

    /** Silence counts from the sending of the read that first shows a stamp, not from its answer. */
    SILENCE_FROM_ASKING(SilenceFromAsking::new),

    /** Who was dropped renews all the same, as if it had a record. */
    RENEWS_AFTER_DROP(RenewsAfterDrop::new),

    /** A node goes on granting what it has after it has reported what it holds. */
    SEALED_GRANTS(SealedGrants::new),

    /** A node goes on passing locks to others in the old view after it has reported what it holds. */
    SEALED_RELEASES(SealedReleases::new),

    /** A report that is said again says what is held then. */
    REPORT_NOT_FROZEN(ReportNotFrozen::new),

    /** A view is installed, and begins, before all survivors have reported. */
    INSTALLS_EARLY(InstallsEarly::new),

    /** The end of a lease ends no hold: when it is renewed, they go on. */
    HOLD_OUTLIVES_LAPSE(HoldOutlivesLapse::new),

    /** The end of a lease frees what was held under it; but when it is renewed, the holds are valid again. */
    LAPSE_IS_FORGOTTEN(LapseIsForgotten::new),

    /** Messages are taken for those of the view that runs, whatever view they belong to. */
    EPOCH_UNCHECKED(EpochUnchecked::new),

    /** Who was once found silent is dropped, although it has renewed before that was written. */
    STAMP_UNCHECKED(StampUnchecked::new),

    /** A node that leaves gives up its record first, and then waits for its holders. */
    LEAVES_BEFORE_DRAIN(LeavesBeforeDrain::new),

    /** A node without a lease does not listen to the others. */
    LAPSED_IS_DEAF(LapsedIsDeaf::new),

    /** A member that cannot reach all others stays. */
    NEVER_STEPS_DOWN(NeverStepsDown::new),

    /** A lock that a node has and nobody there holds is reported as held. */
    REPORTS_IDLE(ReportsIdle::new),

    /** That another node wants a lock is noted when it asks while this one is inside, and not if it has asked before. */
    WANTED_IS_AN_EVENT(WantedIsAnEvent::new),

    /** A node forgets by itself the algorithm's state for a lock that it does not have or want at the moment. */
    FORGETS_ALONE(() -> new ForgetsAlone(true)),

    /** The same, except where a token was when the view began: a second one would hide what else goes wrong. */
    FORGETS_ITS_REQUESTS(() -> new ForgetsAlone(false)),

    /** A node lets its own readers in while one of its threads writes. */
    READS_BESIDE_A_WRITER(() -> new OtherSeats(ReadsBesideAWriter::new)),

    /** A node says nothing of its readers at the end of a view. */
    READERS_UNREPORTED(() -> new OtherSeats(ReadersUnreported::new)),

    /** A node goes on admitting readers, whoever else waits, and never gives its right away. */
    READERS_WITHOUT_LIMIT(() -> new OtherSeats(ReadersWithoutLimit::new)),

    /** A writer that becomes a reader gives the lock back, and reads all the same. */
    DOWNGRADE_RELEASES(() -> new OtherSeats(DowngradeReleases::new)),

    /** The permits of a hold that was lost are not given back. */
    LOST_PERMITS_ARE_KEPT(() -> new OtherSeats(LostPermitsAreKept::new)),

    /** Permits are given back when they are granted, and not again at the end. */
    PERMITS_BACK_TOO_EARLY(() -> new OtherSeats(PermitsBackTooEarly::new)),

    /** Permits are given back twice. */
    PERMITS_BACK_TWICE(() -> new OtherSeats(PermitsBackTwice::new)),

    /** Whatever is wanted of a semaphore counts as one permit. */
    PERMITS_UNWEIGHED(() -> new OtherSeats(PermitsUnweighed::new)),

    /** The permits that are held are reported in another order than that in which they are given back. */
    PERMITS_IN_ANOTHER_ORDER(() -> new OtherSeats(PermitsInAnotherOrder::new)),

    /** In every view the holds of a node are numbered anew. */
    IDS_COME_AGAIN(IdsComeAgain::new);

    @SuppressWarnings("ImmutableEnumChecker") // it makes new ones
    private final Supplier<Parts> parts;

    Mutant(Supplier<Parts> parts) {
        this.parts = parts;
    }

    public Brain make(Settings settings, RandomGenerator random, Outside outside, long now, long wallMillis) {
        return new Brain(settings, random, outside, now, wallMillis, parts.get());
    }

    /** Locks, still to be broken. */
    private abstract static class OtherLocks extends Locks {
        OtherLocks(Settings settings, Gates gates, Outside outside, Tally tally, RandomGenerator random) {
            super(settings, gates, outside, tally, random);
        }
    }

    private static Right right(Seat seat) {
        return ((ExclusiveSeat) seat).right;
    }

    // Time

    private static final class Waits extends Parts {
        private final double leases;

        Waits(double leases) {
            this.leases = leases;
        }

        @Override
        Silence silence(Timing timing, long now) {
            return new Silence(timing, now) {
                @Override
                long enough() {
                    return (long) (leases * timing.lease());
                }
            };
        }
    }

    private static final class LeaseFromAnswer extends Parts {
        @Override
        Life life(Incarnation me, long now, long epochBefore, Body body) {
            return new Life(me, now, epochBefore, this, body) {
                @Override
                void written(long time, long sent, Registry content) {
                    super.written(time, time, content);
                }
            };
        }
    }

    private static final class SilenceFromAsking extends Parts {
        private long asked;
        private boolean reading;

        @Override
        Silence silence(Timing timing, long now) {
            return new Silence(timing, now) {
                @Override
                void observe(long time, Registry registry) {
                    super.observe(reading ? asked : time, registry);
                }
            };
        }

        @Override
        Life life(Incarnation me, long now, long epochBefore, Body body) {
            return new Life(me, now, epochBefore, this, body) {
                @Override
                boolean wantsCell(long time) {
                    boolean wants = super.wantsCell(time);
                    asked = wants ? time : asked;
                    return wants;
                }

                @Override
                @Nullable Registry read(long time, Registry content) {
                    reading = true;
                    Registry changed = super.read(time, content);
                    reading = false;
                    return changed;
                }
            };
        }
    }

    private static final class HoldOutlivesLapse extends Parts {
        @Override
        Gates gates() {
            return new OneGeneration();
        }

        @Override
        Locks locks(Settings settings, Gates gates, Outside outside, Tally tally, RandomGenerator random) {
            return new OtherLocks(settings, gates, outside, tally, random) {
                @Override
                void lose(Loss reason) {
                    if (reason != Loss.LEASE_EXPIRED) {
                        super.lose(reason);
                    }
                }
            };
        }
    }

    private static final class LapseIsForgotten extends Parts {
        @Override
        Gates gates() {
            return new OneGeneration();
        }
    }

    /** After a lapse the generation is the same as before. */
    private static final class OneGeneration extends Gates {
        @Override
        protected Gate lapsed(Gate seen) {
            Gate lapsed = super.lapsed(seen);
            return new Gate(seen.generation(), lapsed.term(), lapsed.epoch(), lapsed.until(), lapsed.state());
        }
    }

    private static final class LapsedIsDeaf extends Parts {
        @Override
        Locks locks(Settings settings, Gates gates, Outside outside, Tally tally, RandomGenerator random) {
            return new OtherLocks(settings, gates, outside, tally, random) {
                @Override
                @Nullable Capacity receive(int from, Packet.Data data) {
                    return gates.current().state() == Gate.State.LAPSED ? null : super.receive(from, data);
                }
            };
        }
    }

    // The cell

    private static final class RenewsAfterDrop extends Parts {
        @Override
        Life life(Incarnation me, long now, long epochBefore, Body body) {
            return new Life(me, now, epochBefore, this, body) {
                @Override
                boolean dropped(Registry fresh) {
                    return false;
                }

                @Override
                Registry apply(Command command, Registry content) {
                    boolean lost = command instanceof Command.Renew && !content.registered(me);
                    return super.apply(command, lost ? restored(content) : content);
                }

                private Registry restored(Registry content) {
                    SortedMap<Incarnation, Member> members = new TreeMap<>(content.members());
                    long revision = content.revision() + 1;
                    members.put(me, new Member("nowhere", revision, revision, new TreeSet<>()));
                    return new Registry(
                            content.cellId(),
                            revision,
                            content.cluster(),
                            content.protocol(),
                            content.leaseMillis(),
                            content.rhoPpm(),
                            content.maxEpoch(),
                            content.current(),
                            content.next(),
                            members);
                }
            };
        }
    }

    private static final class StampUnchecked extends Parts {
        @Override
        Duties duties(Incarnation me, Timing timing, Silence silence, Reports reports, Views views) {
            return new Duties(me, timing, silence, reports, views) {
                private final SortedSet<Incarnation> condemned = new TreeSet<>();

                @Override
                @Nullable Command command(long now, Registry registry) {
                    Command command = super.command(now, registry);
                    if (command instanceof Command.Propose propose) {
                        condemned.addAll(propose.drops().keySet());
                    }
                    SortedMap<Incarnation, Long> drops = new TreeMap<>();
                    registry.members().forEach((id, member) -> {
                        if (condemned.contains(id)) {
                            drops.put(id, member.stamp());
                        }
                    });
                    boolean retries = !drops.isEmpty() && !(command instanceof Command.Install);
                    return retries ? new Command.Propose(drops, false) : command;
                }
            };
        }
    }

    private static final class LeavesBeforeDrain extends Parts {
        @Override
        Life life(Incarnation me, long now, long epochBefore, Body body) {
            return new Life(me, now, epochBefore, this, body) {
                private boolean leaves;
                private boolean left;

                @Override
                void leave(long time, Loss reason, boolean atOnce) {
                    leaves = true;
                    super.leave(time, reason, atOnce);
                    readAgain();
                }

                @Override
                boolean goes() {
                    return leaves;
                }

                @Override
                boolean wantsCell(long time) {
                    return !left && super.wantsCell(time);
                }

                @Override
                boolean dropped(Registry fresh) {
                    left = leaves && !fresh.registered(me);
                    return !left && super.dropped(fresh);
                }
            };
        }
    }

    private static final class NeverStepsDown extends Parts {
        @Override
        Life life(Incarnation me, long now, long epochBefore, Body body) {
            return new Life(me, now, epochBefore, this, body) {
                @Override
                void stepDownIfCovered(Registry registry) {
                    // it stays
                }
            };
        }
    }

    // Views

    /** What is held at the moment. */
    private static Report reportOf(Locks locks) {
        SortedMap<String, Held> holds = new TreeMap<>();
        for (Seat seat : locks.seats.values()) {
            if (seat.holds() > 0) {
                holds.put(seat.lock, exclusive(seat));
            }
        }
        return new Report(holds);
    }

    private static Held exclusive(Seat seat) {
        return new Held(seat.capacity, List.of(new Share(Mode.EXCLUSIVE, 1, ((ExclusiveSeat) seat).word.lastFence())));
    }

    private static final class SealedGrants extends Parts {
        @Override
        Views views(Incarnation me, LongSupplier now, Reports reports, Body body) {
            return new Views(me, now, reports, body) {
                @Override
                void stopGranting() {
                    // it goes on
                }
            };
        }

        @Override
        Locks locks(Settings settings, Gates gates, Outside outside, Tally tally, RandomGenerator random) {
            return new OldViewGoesOn(settings, gates, outside, tally, random);
        }
    }

    private static final class SealedReleases extends Parts {
        @Override
        Views views(Incarnation me, LongSupplier now, Reports reports, Body body) {
            return new Views(me, now, reports, body) {
                @Override
                void stopListening() {
                    // it goes on
                }
            };
        }

        @Override
        Locks locks(Settings settings, Gates gates, Outside outside, Tally tally, RandomGenerator random) {
            return new OldViewGoesOn(settings, gates, outside, tally, random);
        }
    }

    /** Reports, but what it has in the old view it has until the new one begins. */
    private static final class OldViewGoesOn extends OtherLocks {
        OldViewGoesOn(Settings settings, Gates gates, Outside outside, Tally tally, RandomGenerator random) {
            super(settings, gates, outside, tally, random);
        }

        @Override
        Report seal() {
            return reportOf(this);
        }

        @Override
        void open(View view, Incarnation me, Holders holders, Sender sender) {
            super.seal();
            super.open(view, me, holders, sender);
        }
    }

    private static final class ReportNotFrozen extends Parts {
        @Override
        Views views(Incarnation me, LongSupplier now, Reports reports, Body body) {
            return new Views(me, now, reports, body) {
                @Override
                void sendReports(View coming) {
                    reports.of(coming.epoch()).replace(me, reportOf(body.locks()));
                    super.sendReports(coming);
                }
            };
        }
    }

    private static final class InstallsEarly extends Parts {
        @Override
        Reports reports() {
            return new Reports() {
                @Override
                boolean complete(View view) {
                    return true;
                }

                @Override
                Holders holders(View view) {
                    return merged(of(view.epoch()));
                }
            };
        }
    }

    private static final class ReportsIdle extends Parts {
        @Override
        Locks locks(Settings settings, Gates gates, Outside outside, Tally tally, RandomGenerator random) {
            return new OtherLocks(settings, gates, outside, tally, random) {
                @Override
                Report seal() {
                    SortedMap<String, Held> holds = new TreeMap<>();
                    for (Seat seat : seats.values()) {
                        if (right(seat) == Right.INSIDE) {
                            holds.put(seat.lock, exclusive(seat));
                        }
                    }
                    holds.putAll(super.seal().holds());
                    return new Report(holds);
                }
            };
        }
    }

    private static final class EpochUnchecked extends Parts {
        @Override
        Views views(Incarnation me, LongSupplier now, Reports reports, Body body) {
            return new Views(me, now, reports, body) {
                @Override
                boolean ofThisView(Packet.Data data) {
                    return true;
                }
            };
        }
    }

    // Locks

    private static final class WantedIsAnEvent extends Parts {
        @Override
        Locks locks(Settings settings, Gates gates, Outside outside, Tally tally, RandomGenerator random) {
            return new OtherLocks(settings, gates, outside, tally, random) {
                private boolean heardInside;

                @Override
                @Nullable Capacity receive(int from, Packet.Data data) {
                    heardInside = right(seat(data.lock(), data.capacity())) == Right.INSIDE;
                    Capacity known = super.receive(from, data);
                    heardInside = false;
                    return known;
                }

                @Override
                Seat make(String lock, Capacity capacity) {
                    return new ExclusiveSeat(lock, this) {
                        @Override
                        void limitGrants(Part<?, ?> part) {
                            if (heardInside) {
                                super.limitGrants(part);
                            }
                        }
                    };
                }
            };
        }
    }

    private static final class ForgetsAlone extends Parts {
        private final boolean tokens;

        ForgetsAlone(boolean tokens) {
            this.tokens = tokens;
        }

        @Override
        Locks locks(Settings settings, Gates gates, Outside outside, Tally tally, RandomGenerator random) {
            return new OtherLocks(settings, gates, outside, tally, random) {
                @Override
                @Nullable Capacity receive(int from, Packet.Data data) {
                    Capacity known = super.receive(from, data);
                    forget(seat(data.lock(), data.capacity()));
                    return known;
                }

                @Override
                void released(String lock) {
                    super.released(lock);
                    forget(seat(lock, Capacity.mutex()));
                }

                private void forget(Seat seat) {
                    boolean idle = right(seat) == Right.NONE && ((ExclusiveSeat) seat).waiters.isEmpty();
                    if (rights != null && idle && (tokens || rights.home(seat.lock) != rights.me)) {
                        rights.parts.remove(seat.lock);
                    }
                }
            };
        }
    }

    // Readers and writers

    /** Makes a seat in which a rule is broken. */
    private interface SeatMaker {
        Seat make(String lock, Capacity capacity, Locks house);
    }

    private static final class OtherSeats extends Parts {
        private final SeatMaker maker;

        OtherSeats(SeatMaker maker) {
            this.maker = maker;
        }

        @Override
        Locks locks(Settings settings, Gates gates, Outside outside, Tally tally, RandomGenerator random) {
            return new OtherLocks(settings, gates, outside, tally, random) {
                @Override
                Seat make(String lock, Capacity capacity) {
                    return maker.make(lock, capacity, this);
                }
            };
        }
    }

    private static final class ReadsBesideAWriter extends ReadWriteSeat {
        ReadsBesideAWriter(String lock, Capacity capacity, Locks house) {
            super(lock, house);
        }

        @Override
        boolean fits(Mode mode) {
            return mode == Mode.SHARED || super.fits(mode);
        }
    }

    private static final class ReadersUnreported extends ReadWriteSeat {
        ReadersUnreported(String lock, Capacity capacity, Locks house) {
            super(lock, house);
        }

        @Override
        List<Share> seal() {
            return super.seal().stream()
                    .filter(share -> share.mode() == Mode.EXCLUSIVE)
                    .toList();
        }
    }

    private static final class ReadersWithoutLimit extends ReadWriteSeat {
        ReadersWithoutLimit(String lock, Capacity capacity, Locks house) {
            super(lock, house);
        }

        @Override
        void limitGrants(Part<?, ?> part) {
            // any number
        }
    }

    private static final class DowngradeReleases extends ReadWriteSeat {
        DowngradeReleases(String lock, Capacity capacity, Locks house) {
            super(lock, house);
        }

        @Override
        void downgrade(long id) {
            release(id);
        }
    }

    // Permits

    /** Permits, still to be broken, where the algorithm bears several requests of a node. */
    private abstract static class OtherPermits extends PermitSeat {
        OtherPermits(String lock, Capacity capacity, Locks house) {
            super(lock, capacity, house, true);
        }
    }

    private static final class LostPermitsAreKept extends OtherPermits {
        private final SortedSet<Long> lost = new TreeSet<>();

        LostPermitsAreKept(String lock, Capacity capacity, Locks house) {
            super(lock, capacity, house);
        }

        @Override
        List<Long> lose() {
            wishes.values().stream().filter(wish -> wish.state == State.HELD).forEach(wish -> lost.add(wish.id));
            return super.lose();
        }

        @Override
        void leave(Part<?, ?> part, Wish wish) {
            if (!lost.contains(wish.id)) {
                super.leave(part, wish);
            }
        }
    }

    private static final class PermitsBackTooEarly extends OtherPermits {
        private final SortedSet<Long> back = new TreeSet<>();

        PermitsBackTooEarly(String lock, Capacity capacity, Locks house) {
            super(lock, capacity, house);
        }

        @Override
        void settle(Part<?, ?> part) {
            super.settle(part);
            for (Wish wish : List.copyOf(wishes.values())) {
                if (wish.state == State.HELD) {
                    leave(part, wish);
                }
            }
        }

        @Override
        void leave(Part<?, ?> part, Wish wish) {
            if (back.add(wish.id)) {
                super.leave(part, wish);
            }
        }
    }

    private static final class PermitsBackTwice extends OtherPermits {
        PermitsBackTwice(String lock, Capacity capacity, Locks house) {
            super(lock, capacity, house);
        }

        @Override
        void leave(Part<?, ?> part, Wish wish) {
            super.leave(part, wish);
            super.leave(part, wish);
        }
    }

    private static final class PermitsUnweighed extends OtherPermits {
        PermitsUnweighed(String lock, Capacity capacity, Locks house) {
            super(lock, capacity, house);
        }

        @Override
        Request request(long id, Mode mode, int permits) {
            return super.request(id, mode, 1);
        }
    }

    private static final class PermitsInAnotherOrder extends OtherPermits {
        PermitsInAnotherOrder(String lock, Capacity capacity, Locks house) {
            super(lock, capacity, house);
        }

        @Override
        List<Share> seal() {
            List<Share> shares = new ArrayList<>(super.seal());
            Collections.reverse(shares);
            return shares;
        }
    }

    private static final class IdsComeAgain extends Parts {
        @Override
        Locks locks(Settings settings, Gates gates, Outside outside, Tally tally, RandomGenerator random) {
            return new OtherLocks(settings, gates, outside, tally, random) {
                private long last;

                @Override
                long nextId() {
                    return ++last;
                }

                @Override
                Report seal() {
                    Report report = super.seal();
                    last = 0;
                    return report;
                }
            };
        }
    }
}
