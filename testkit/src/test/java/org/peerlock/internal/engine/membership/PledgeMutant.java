package org.peerlock.internal.engine.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.engine.EngineFactory;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.context.EngineContext;
import org.peerlock.internal.engine.context.Moment;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.effects.RegistryWrite;
import org.peerlock.internal.engine.locks.LockTable;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.Packet;

/** Engines in each of which one rule about pledges is broken. */
public enum PledgeMutant {
    /** A node proposes to evict another one although its pledge is not over. */
    BREAKS_ITS_PLEDGE(() -> new OtherPledges(BreaksItsPledge::new)),

    /** A node pledges while its own proposal to evict the other one is under way. */
    FORGETS_ITS_PROPOSAL(() -> new OtherPledges(ForgetsItsProposal::new)),

    /** A node pledges once it has got no answer to its proposal. */
    FORGETS_AN_UNKNOWN_PROPOSAL(ForgetsAnUnknownProposal::new),

    /** A node pledges once it has seen a newer content with the other one in it, whatever its stamp. */
    FORGETS_AN_OLDER_PROPOSAL(() -> new OtherPledges(ForgetsAnOlderProposal::new)),

    /** A node pledges to one whose record is gone. */
    PLEDGES_WITHOUT_A_RECORD(() -> new OtherPledges(PledgesWithoutARecord::new)),

    /** A pledge ends when another view begins. */
    PLEDGES_FOR_ONE_VIEW(() -> new OtherPledges(PledgesForOneView::new)),

    /** A node waits only for its own pledges from the moment at which it is in the next view. */
    MEMBER_IN_THE_NEXT_VIEW(() -> new MemberInTheNextView()),

    /** A new member does not wait for leases that it was not asked for. */
    MEMBER_FROM_ALWAYS(() -> new MemberFromAlways()),

    /** A node that is no member waits for a lease only. */
    OUTSIDERS_WAIT_FOR_A_LEASE(() -> new OutsidersWaitForALease()),

    /** The first view of a new registry waits for a lease only. */
    GENESIS_HAS_A_LEASE(() -> new GenesisHasALease()),

    /** The lease lasts although one member has not pledged. */
    ONE_MAY_BE_MISSING(() -> new OtherPledges(OneMayBeMissing::new)),

    /** A member of the next view need not pledge. */
    ASKS_THE_CURRENT_VIEW_ONLY(() -> new OtherPledges(AsksTheCurrentViewOnly::new)),

    /** A node relies on pledges before it is in the current view. */
    ASKS_IN_THE_NEXT_VIEW(() -> new OtherPledges(AsksInTheNextView::new)),

    /** The only member of the current view relies on the pledges of those in the next. */
    ASKS_WHEN_ALONE(() -> new OtherPledges(AsksWhenAlone::new)),

    /** The lease counts from the last answer, not from the question. */
    LEASE_FROM_THE_ANSWER(() -> new OtherPledges(LeaseFromTheAnswer::new)),

    /** The lease may last by pledges for ever. */
    NO_LIMIT(() -> new OtherPledges(NoLimit::new)),

    /** What was asked and renewed before the machine slept counts. */
    SLEEP_IS_FORGOTTEN(() -> new OtherPledges(SleepIsForgotten::new)),

    /** A node steps down because of a broken link while the registry cannot say that the link works again. */
    STEPS_DOWN_IN_AN_OUTAGE(() -> new OtherPledges(StepsDownInAnOutage::new)),

    /** A proposal that was decided on in one view is written in another. */
    PROPOSES_ACROSS_VIEWS(() -> new ProposesAcrossViews()),

    /** A node that leaves pledges for ever to one that its own proposal may yet evict. */
    LEAVES_WITH_A_PROPOSAL(() -> new OtherPledges(LeavesWithAProposal::new)),

    /** A node that has left, and pledged for ever, still proposes. */
    PROPOSES_AFTER_LEAVING(() -> new ProposesAfterLeaving()),

    /** A node that leaves pledges for ever while locks are still held there. */
    LEAVES_BEFORE_IT_IS_DRAINED(() -> new LeavesBeforeItIsDrained());

    @SuppressWarnings("ImmutableEnumChecker") // it makes new ones
    private final Supplier<MembershipFactory> membership;

    PledgeMutant(Supplier<MembershipFactory> membership) {
        this.membership = membership;
    }

    public NodeEngine make(
            NodeSettings settings, RandomGenerator random, EngineEffects effects, long now, long wallMillis) {
        MembershipFactory factory = membership.get();
        return new NodeEngine(settings, random, effects, now, wallMillis, new EngineFactory() {
            @Override
            public MembershipFactory membership() {
                return factory;
            }
        });
    }

    private interface PledgesFactory {
        Pledges make(Incarnation me, Timing timing, long outageMillis);
    }

    private static final class OtherPledges extends MembershipFactory {
        private final PledgesFactory factory;

        OtherPledges(PledgesFactory factory) {
            this.factory = factory;
        }

        @Override
        Pledges pledges(Incarnation me, Timing timing, long outageMillis) {
            return factory.make(me, timing, outageMillis);
        }
    }

    // Given

    private static final class BreaksItsPledge extends Pledges {
        BreaksItsPledge(Incarnation me, Timing timing, long outageMillis) {
            super(me, timing, outageMillis);
        }

        @Override
        long remainingNanos(Incarnation other, long now) {
            return 0;
        }
    }

    private static final class ForgetsItsProposal extends Pledges {
        ForgetsItsProposal(Incarnation me, Timing timing, long outageMillis) {
            super(me, timing, outageMillis);
        }

        @Override
        boolean isProposed(Incarnation other, MemberRecord memberRecord) {
            return false;
        }
    }

    private static final class ForgetsAnUnknownProposal extends MembershipFactory {
        private boolean failed;

        @Override
        Pledges pledges(Incarnation me, Timing timing, long outageMillis) {
            return new Pledges(me, timing, outageMillis) {
                @Override
                void onProposed(SortedMap<Incarnation, Long> evictions) {
                    super.onProposed(evictions);
                    failed = false;
                }

                @Override
                boolean isProposed(Incarnation other, MemberRecord memberRecord) {
                    return !failed && super.isProposed(other, memberRecord);
                }
            };
        }

        @Override
        RegistrySync registrySync(
                Incarnation me,
                InheritedKnowledge inherited,
                EngineContext context,
                RegistrySync.Collaborators collaborators,
                RegistrySync.Listener listener) {
            return new RegistrySync(me, inherited, context, collaborators, listener) {
                @Override
                void onRegistryFailure() {
                    super.onRegistryFailure();
                    failed = true;
                }
            };
        }
    }

    private static final class ForgetsAnOlderProposal extends Pledges {
        private long revision;
        private long proposedAt;

        ForgetsAnOlderProposal(Incarnation me, Timing timing, long outageMillis) {
            super(me, timing, outageMillis);
        }

        @Override
        void observe(ClusterState state) {
            super.observe(state);
            revision = state.revision();
        }

        @Override
        void onProposed(SortedMap<Incarnation, Long> evictions) {
            super.onProposed(evictions);
            proposedAt = revision;
        }

        @Override
        boolean isProposed(Incarnation other, MemberRecord memberRecord) {
            return revision <= proposedAt && super.isProposed(other, memberRecord);
        }
    }

    private static final class PledgesWithoutARecord extends Pledges {
        PledgesWithoutARecord(Incarnation me, Timing timing, long outageMillis) {
            super(me, timing, outageMillis);
        }

        @Override
        Packet.Pledge give(long now, Incarnation other, ClusterState state) {
            return state.isRegistered(other) ? super.give(now, other, state) : Packet.Pledge.FOR_A_LEASE;
        }
    }

    private static final class PledgesForOneView extends Pledges {
        private final SortedMap<Incarnation, Long> epochs = new TreeMap<>();
        private long epoch;

        PledgesForOneView(Incarnation me, Timing timing, long outageMillis) {
            super(me, timing, outageMillis);
        }

        @Override
        void observe(ClusterState state) {
            super.observe(state);
            epoch = state.current().epoch();
        }

        @Override
        Packet.Pledge give(long now, Incarnation other, ClusterState state) {
            epochs.put(other, epoch);
            return super.give(now, other, state);
        }

        @Override
        long remainingNanos(Incarnation other, long now) {
            return epochs.getOrDefault(other, 0L) == epoch ? super.remainingNanos(other, now) : 0;
        }
    }

    // Not given

    private static final class MemberInTheNextView extends MembershipFactory {
        @Override
        LeaseExpiryObserver leaseExpiry(Incarnation me, Timing timing, Pledges pledges, long now) {
            return new LeaseExpiryObserver(me, timing, pledges, now) {
                @Override
                boolean isMember(ClusterState clusterState) {
                    return clusterState.isMember(me);
                }
            };
        }
    }

    private static final class MemberFromAlways extends MembershipFactory {
        @Override
        LeaseExpiryObserver leaseExpiry(Incarnation me, Timing timing, Pledges pledges, long now) {
            return new LeaseExpiryObserver(me, timing, pledges, now) {
                @Override
                long asked(long known, long nowNanos) {
                    return known;
                }
            };
        }
    }

    private static final class OutsidersWaitForALease extends MembershipFactory {
        @Override
        LeaseExpiryObserver leaseExpiry(Incarnation me, Timing timing, Pledges pledges, long now) {
            return new LeaseExpiryObserver(me, timing, pledges, now) {
                @Override
                long longestWaitNanos(LeaseTerms lease) {
                    return expiryWaitNanos(lease);
                }
            };
        }
    }

    private static final class GenesisHasALease extends MembershipFactory {
        @Override
        RegistrySync registrySync(
                Incarnation me,
                InheritedKnowledge inherited,
                EngineContext context,
                RegistrySync.Collaborators collaborators,
                RegistrySync.Listener listener) {
            return new RegistrySync(me, inherited, context, collaborators, listener) {
                @Override
                InheritedKnowledge knowledge() {
                    return new InheritedKnowledge(
                            super.knowledge().epoch(),
                            context.settings().timing().terms());
                }
            };
        }
    }

    // Received

    private static final class OneMayBeMissing extends Pledges {
        OneMayBeMissing(Incarnation me, Timing timing, long outageMillis) {
            super(me, timing, outageMillis);
        }

        @Override
        SortedSet<Incarnation> asks(ClusterState state) {
            SortedSet<Incarnation> all = super.asks(state);
            if (all.size() > 1) {
                all.remove(all.last());
            }
            return all;
        }
    }

    private static final class AsksTheCurrentViewOnly extends Pledges {
        AsksTheCurrentViewOnly(Incarnation me, Timing timing, long outageMillis) {
            super(me, timing, outageMillis);
        }

        @Override
        SortedSet<Incarnation> asks(ClusterState state) {
            SortedSet<Incarnation> all = super.asks(state);
            all.retainAll(state.current().members());
            return all;
        }
    }

    private static SortedSet<Incarnation> othersInBothViews(Incarnation me, ClusterState state) {
        SortedSet<Incarnation> all = new TreeSet<>(state.members().keySet());
        all.removeIf(id -> id.equals(me) || !state.isMember(id));
        return all;
    }

    private static final class AsksInTheNextView extends Pledges {
        private final Incarnation me;

        AsksInTheNextView(Incarnation me, Timing timing, long outageMillis) {
            super(me, timing, outageMillis);
            this.me = me;
        }

        @Override
        SortedSet<Incarnation> asks(ClusterState state) {
            boolean joins = !state.current().has(me) && state.isMember(me);
            return joins ? othersInBothViews(me, state) : super.asks(state);
        }
    }

    private static final class AsksWhenAlone extends Pledges {
        private final Incarnation me;

        AsksWhenAlone(Incarnation me, Timing timing, long outageMillis) {
            super(me, timing, outageMillis);
            this.me = me;
        }

        @Override
        SortedSet<Incarnation> asks(ClusterState state) {
            return state.current().has(me) ? othersInBothViews(me, state) : super.asks(state);
        }
    }

    private static final class LeaseFromTheAnswer extends Pledges {
        private final Timing timing;
        private @Nullable Moment answer;

        LeaseFromTheAnswer(Incarnation me, Timing timing, long outageMillis) {
            super(me, timing, outageMillis);
            this.timing = timing;
        }

        @Override
        void onReceived(Moment now, Incarnation from, long number, Packet.Pledge pledge) {
            super.onReceived(now, from, number, pledge);
            answer = pledge == Packet.Pledge.NONE ? answer : now;
        }

        @Override
        Optional<Lease> lease(Moment now, ClusterState state) {
            Moment last = answer;
            return last == null
                    ? Optional.empty()
                    : super.lease(now, state).map(lease -> new Lease(last, last.nanos() + timing.leaseNanos()));
        }
    }

    private static final class NoLimit extends Pledges {
        NoLimit(Incarnation me, Timing timing, long outageMillis) {
            super(me, timing, outageMillis);
        }

        @Override
        long limit(Moment lastRenewal) {
            return Long.MAX_VALUE / 2;
        }
    }

    private static final class SleepIsForgotten extends Pledges {
        SleepIsForgotten(Incarnation me, Timing timing, long outageMillis) {
            super(me, timing, outageMillis);
        }

        @Override
        void onWake() {
            // it goes on
        }
    }

    private static final class StepsDownInAnOutage extends Pledges {
        StepsDownInAnOutage(Incarnation me, Timing timing, long outageMillis) {
            super(me, timing, outageMillis);
        }

        @Override
        boolean isRegistryUsable(long now) {
            return true;
        }
    }

    // Written

    private static final class ProposesAcrossViews extends MembershipFactory {
        @Override
        RegistrySync registrySync(
                Incarnation me,
                InheritedKnowledge inherited,
                EngineContext context,
                RegistrySync.Collaborators collaborators,
                RegistrySync.Listener listener) {
            return new RegistrySync(me, inherited, context, collaborators, listener) {
                private List<RegistryCommand> commands = new ArrayList<>();

                @Override
                @Nullable RegistryWrite onRead(ClusterState content) {
                    commands = new ArrayList<>();
                    RegistryWrite write = super.onRead(content);
                    return write == null ? null : new AcrossViews(content, write, List.copyOf(commands));
                }

                @Override
                ClusterState apply(RegistryCommand command, ClusterState content) {
                    commands.add(command);
                    return super.apply(command, content);
                }
            };
        }
    }

    // For ever

    private static final class LeavesWithAProposal extends Pledges {
        private boolean left;

        LeavesWithAProposal(Incarnation me, Timing timing, long outageMillis) {
            super(me, timing, outageMillis);
        }

        @Override
        void onLeft() {
            super.onLeft();
            left = true;
        }

        @Override
        boolean isProposed(Incarnation other, MemberRecord memberRecord) {
            return !left && super.isProposed(other, memberRecord);
        }
    }

    private static final class ProposesAfterLeaving extends MembershipFactory {
        @Override
        RegistrySync registrySync(
                Incarnation me,
                InheritedKnowledge inherited,
                EngineContext context,
                RegistrySync.Collaborators collaborators,
                RegistrySync.Listener listener) {
            return new RegistrySync(me, inherited, context, collaborators, listener) {
                @Override
                @Nullable RegistryWrite onRead(ClusterState content) {
                    RegistryWrite write = super.onRead(content);
                    ClusterState known = state();
                    RegistryCommand due = write == null
                                    || known == null
                                    || !collaborators.departure().readyToLeave()
                            ? null
                            : collaborators.coordinator().due(context.time().nowNanos(), known);
                    return due == null
                            ? write
                            : CommandsWrite.of(content, List.of(due), this::apply)
                                    .orElse(write);
                }
            };
        }
    }

    private static final class LeavesBeforeItIsDrained extends MembershipFactory {
        @Override
        Departure departure(
                Incarnation me, EngineContext context, LockTable lockTable, ViewSession viewSession, Pledges pledges) {
            return new Departure(me, context, lockTable, viewSession, pledges) {
                @Override
                void begin(LossCause cause, long drainNanos) {
                    super.begin(cause, drainNanos);
                    pledges.onLeft();
                }
            };
        }
    }

    private record AcrossViews(ClusterState base, RegistryWrite write, List<RegistryCommand> commands)
            implements RegistryWrite {

        @Override
        public ClusterState content() {
            return write.content();
        }

        @Override
        public Optional<ClusterState> onTopOf(ClusterState newer) {
            if (!newer.registryId().equals(base.registryId())
                    || !newer.settings().equals(base.settings())
                    || newer.revision() <= base.revision()) {
                return Optional.empty();
            }
            ClusterState after = newer;
            for (RegistryCommand command : commands) {
                after = after.apply(command).orElse(after);
            }
            return Optional.of(after).filter(changed -> !changed.equals(newer));
        }
    }
}
