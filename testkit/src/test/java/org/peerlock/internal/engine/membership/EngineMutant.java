package org.peerlock.internal.engine.membership;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.EngineFactory;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.context.EngineContext;
import org.peerlock.internal.engine.context.Moment;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.effects.RegistryWrite;
import org.peerlock.internal.engine.locks.AlgorithmInstance;
import org.peerlock.internal.engine.locks.LocalExclusiveLock;
import org.peerlock.internal.engine.locks.LocalExclusiveLock.EntryState;
import org.peerlock.internal.engine.locks.LocalLock;
import org.peerlock.internal.engine.locks.LocalReadWriteLock;
import org.peerlock.internal.engine.locks.LocalSemaphore;
import org.peerlock.internal.engine.locks.LockTable;
import org.peerlock.internal.engine.locks.MessageSender;
import org.peerlock.internal.engine.locks.ViewAlgorithms;
import org.peerlock.internal.engine.lockword.GrantGate;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.HeldLock;
import org.peerlock.internal.protocol.HeldShare;
import org.peerlock.internal.protocol.HoldReport;
import org.peerlock.internal.protocol.HolderMap;
import org.peerlock.internal.protocol.Packet;

/** Engines in each of which one rule is broken. */
public enum EngineMutant {
    /** A member is evicted before its lease has surely expired. */
    DROPS_EARLY(() -> new OtherMembership(new Waits(0.4))),

    /** A member is evicted when its lease would have expired if its clock and the observer's had the same rate. */
    TRUSTS_CLOCKS(() -> new OtherMembership(new Waits(1))),

    /** A node waits for as long as its own lease may last, not for the lease of the member that it observes. */
    WAITS_FOR_ITS_OWN_LEASE(() -> new OtherMembership(new WaitsForItsOwnLease())),

    /** The record of a node tells the others a shorter lease than the node uses. */
    TELLS_A_SHORTER_LEASE(() -> new OtherMembership(new TellsAShorterLease())),

    /** The lease counts from the answer to a renewal, not from its sending. */
    LEASE_FROM_ANSWER(() -> new OtherMembership(new LeaseFromAnswer())),

    /** The lease counts from the confirmation of a renewal by another node, not from the request. */
    LEASE_FROM_CONFIRMATION(() -> new OtherMembership(new LeaseFromConfirmation())),

    /** A late confirmation of any renewal counts as one of the last. */
    ANY_CONFIRMATION_COUNTS(() -> new OtherMembership(new AnyConfirmationCounts())),

    /** A node confirms the renewals of others before it knows whether they are in the registry. */
    CONFIRMS_BEFORE_IT_WRITES(() -> new OtherMembership(new ConfirmsBeforeItWrites())),

    /** A node that has renewed another one's lease renews it again and again. */
    RENEWS_FROM_MEMORY(() -> new OtherMembership(new RenewsFromMemory())),

    /** A node waits for ever for another one that does not renew its lease. */
    ASKS_ONE_NODE_ONLY(() -> new OtherMembership(new AsksOneNodeOnly())),

    /** A node asks another one that answers probes again and again, although it does not renew the lease. */
    PASSES_NOBODY_OVER(() -> new OtherMembership(new PassesNobodyOver())),

    /** Silence counts from the sending of the read that first shows a stamp, not from its answer. */
    SILENCE_FROM_ASKING(() -> new OtherMembership(new SilenceFromAsking())),

    /** A node that was evicted renews as if it still had a record. */
    RENEWS_AFTER_DROP(() -> new OtherMembership(new RenewsAfterDrop())),

    /** A node still grants its locks after it has reported its holds. */
    SEALED_GRANTS(() -> new OldViewGoesOn(new SealedGrants())),

    /** A node still passes locks to others in the old view after it has reported its holds. */
    SEALED_RELEASES(() -> new OldViewGoesOn(new SealedReleases())),

    /** A node's report is what it holds when the report is looked at, not when the view was sealed. */
    REPORT_NOT_FROZEN(() -> new OtherMembership(new ReportNotFrozen())),

    /** A view is installed, and begins, before all survivors have reported. */
    INSTALLS_EARLY(() -> new OtherMembership(new InstallsEarly())),

    /** A report counts as complete when its first part is there. */
    PART_IS_ENOUGH(() -> new OtherMembership(new PartIsEnough())),

    /** A report for a view counts for the one after it as well, if it comes before the report for that. */
    REPORTS_SERVE_TWICE(() -> new OtherMembership(new ReportsServeTwice())),

    /** Nobody asks again for a report that does not come. */
    SUMMARIES_UNHEARD(() -> new OtherMembership(new SummariesUnheard())),

    /** The end of a lease ends no hold: when the lease is renewed, the holds continue. */
    HOLD_OUTLIVES_LEASE(HoldOutlivesLease::new),

    /** The end of a lease frees its locks; but when the lease is renewed, the old holds are valid again. */
    EXPIRY_IS_FORGOTTEN(ExpiryIsForgotten::new),

    /** Messages of any view are processed as messages of the current view. */
    EPOCH_UNCHECKED(() -> new OtherMembership(new EpochUnchecked())),

    /** A node runs the algorithms that it asks for, not those of the view. */
    OWN_ALGORITHMS(
            () -> new OtherSelection(context -> selected -> context.settings().algorithms())),

    /** A node runs the algorithms of a view in the next one, too. */
    ALGORITHMS_OF_THE_LAST_VIEW(() -> new OtherSelection(context -> new LastSelection())),

    /** The algorithms change when a view is proposed, while the members still work in the one before. */
    PROPOSAL_CHANGES_ALGORITHMS(() -> new OtherMembership(new ProposalChangesAlgorithms())),

    /** A node that opens a view takes the algorithms that the next one would have. */
    ALGORITHMS_OF_THE_NEXT_VIEW(() -> new OtherMembership(new AlgorithmsOfTheNextView())),

    /** An algorithm begins a view with holders that it does not serve. */
    HOLDERS_NEED_NOT_FIT(HoldersNeedNotFit::new),

    /** Waiters whose requests the new algorithm does not serve are not refused. */
    UNSERVED_WAITERS_STAY(() -> new OtherLocks(UnservedWaitersStay::new)),

    /** A node that was found silent is evicted, although it has renewed before the eviction was written. */
    STAMP_UNCHECKED(() -> new OtherMembership(new StampUnchecked())),

    /** A node that leaves gives up its record first, and then waits for its holders. */
    LEAVES_BEFORE_DRAIN(() -> new OtherMembership(new LeavesBeforeDrain())),

    /** A node without a lease does not listen to the others. */
    DEAF_WITHOUT_LEASE(DeafWithoutLease::new),

    /** A member that cannot reach all others stays. */
    NEVER_STEPS_DOWN(() -> new OtherMembership(new NeverStepsDown())),

    /** A lock that a node has, but that no thread there holds, is reported as held. */
    REPORTS_IDLE(ReportsIdle::new),

    /** A node notes that another one wants a lock only if it asks while this node is inside, not if it has asked before. */
    WANTED_IS_AN_EVENT(WantedIsAnEvent::new),

    /** A node forgets on its own the algorithm's state of a lock that it neither has nor wants. */
    FORGETS_ALONE(() -> new ForgetsAlone(true)),

    /** The same, except for the place of the token when the view began: a second token would hide other errors. */
    FORGETS_ITS_REQUESTS(() -> new ForgetsAlone(false)),

    /** A node lets its own readers in while one of its threads writes. */
    READS_BESIDE_A_WRITER(() -> new OtherLocks(ReadsBesideAWriter::new)),

    /** A node does not report its readers at the end of a view. */
    READERS_UNREPORTED(() -> new OtherLocks(ReadersUnreported::new)),

    /** A node always admits readers, whatever else waits, and never gives the lock away. */
    READERS_WITHOUT_LIMIT(() -> new OtherLocks(ReadersWithoutLimit::new)),

    /** A writer that is downgraded releases the lock, and still reads. */
    DOWNGRADE_RELEASES(() -> new OtherLocks(DowngradeReleases::new)),

    /** The permits of a hold that was lost are not given back. */
    LOST_PERMITS_ARE_KEPT(() -> new OtherLocks(LostPermitsAreKept::new)),

    /** Permits are given back when they are granted, and not again at the end. */
    PERMITS_BACK_TOO_EARLY(() -> new OtherLocks(PermitsBackTooEarly::new)),

    /** Permits are given back twice. */
    PERMITS_BACK_TWICE(() -> new OtherLocks(PermitsBackTwice::new)),

    /** Any request for permits counts as one permit. */
    PERMITS_UNWEIGHED(() -> new OtherLocks(PermitsUnweighed::new)),

    /** The permits that are held are reported in another order than that in which they are given back. */
    PERMITS_IN_ANOTHER_ORDER(() -> new OtherLocks(PermitsInAnotherOrder::new)),

    /** In every view the holds of a node are numbered anew. */
    IDS_COME_AGAIN(IdsComeAgain::new);

    @SuppressWarnings("ImmutableEnumChecker") // it makes new ones
    private final Supplier<EngineFactory> parts;

    EngineMutant(Supplier<EngineFactory> parts) {
        this.parts = parts;
    }

    public NodeEngine make(
            NodeSettings settings, RandomGenerator random, EngineEffects effects, long now, long wallMillis) {
        return new NodeEngine(settings, random, effects, now, wallMillis, parts.get());
    }

    /** An engine with a broken membership. */
    private static class OtherMembership extends EngineFactory {
        private final MembershipFactory membership;

        OtherMembership(MembershipFactory membership) {
            this.membership = membership;
        }

        @Override
        public MembershipFactory membership() {
            return membership;
        }
    }

    private static EntryState entryState(LocalLock localLock) {
        return ((LocalExclusiveLock) localLock).entryState;
    }

    // Time

    private static final class Waits extends MembershipFactory {
        private final double leases;

        Waits(double leases) {
            this.leases = leases;
        }

        @Override
        LeaseExpiryObserver leaseExpiry(Incarnation me, Timing timing, Pledges pledges, long now) {
            return new LeaseExpiryObserver(me, timing, pledges, now) {
                @Override
                long expiryWaitNanos(LeaseTerms lease) {
                    return (long) (leases * Timing.of(lease).leaseNanos());
                }
            };
        }
    }

    private static final class TellsAShorterLease extends MembershipFactory {
        @Override
        RegistrySync registrySync(
                Incarnation me,
                InheritedKnowledge inherited,
                EngineContext context,
                RegistrySync.Collaborators collaborators,
                RegistrySync.Listener listener) {
            return new RegistrySync(me, inherited, context, collaborators, listener) {
                @Override
                ClusterState apply(RegistryCommand command, ClusterState content) {
                    return super.apply(
                            command instanceof RegistryCommand.Join join ? shortened(join) : command, content);
                }
            };
        }

        private static RegistryCommand shortened(RegistryCommand.Join join) {
            LeaseTerms shorter =
                    new LeaseTerms(join.lease().leaseMillis() / 2, join.lease().driftPpm());
            return new RegistryCommand.Join(
                    join.id(), join.endpoint(), join.protocols(), shorter, join.epoch(), join.algorithms());
        }
    }

    private static final class WaitsForItsOwnLease extends MembershipFactory {
        @Override
        LeaseExpiryObserver leaseExpiry(Incarnation me, Timing timing, Pledges pledges, long now) {
            return new LeaseExpiryObserver(me, timing, pledges, now) {
                @Override
                long expiryWaitNanos(LeaseTerms lease) {
                    return timing.expiryWaitNanos();
                }
            };
        }
    }

    private static final class LeaseFromAnswer extends MembershipFactory {
        @Override
        RegistrySync registrySync(
                Incarnation me,
                InheritedKnowledge inherited,
                EngineContext context,
                RegistrySync.Collaborators collaborators,
                RegistrySync.Listener listener) {
            return new RegistrySync(me, inherited, context, collaborators, listener) {
                @Override
                void onWritten(Moment sentAt, ClusterState content) {
                    super.onWritten(context.time().now(), content);
                }
            };
        }
    }

    private static final class LeaseFromConfirmation extends MembershipFactory {
        @Override
        RegistrySync registrySync(
                Incarnation me,
                InheritedKnowledge inherited,
                EngineContext context,
                RegistrySync.Collaborators collaborators,
                RegistrySync.Listener listener) {
            return new RegistrySync(me, inherited, context, collaborators, listener) {
                @Override
                void onRenewalConfirmed(Packet.RenewalConfirmation confirmation) {
                    boolean last = confirmation.number()
                            == collaborators.delegatedRenewal().number();
                    super.onRenewalConfirmed(confirmation);
                    if (last && isRegistered()) {
                        listener.onRenewed(context.time().now());
                    }
                }
            };
        }
    }

    private static final class AnyConfirmationCounts extends MembershipFactory {
        @Override
        DelegatedRenewal delegatedRenewal(Incarnation me, Timing timing, PeerProbes probes, Moment now) {
            return new DelegatedRenewal(me, timing, probes, now) {
                @Override
                Optional<Moment> onConfirmed(long number) {
                    return super.onConfirmed(number());
                }
            };
        }
    }

    private static final class ConfirmsBeforeItWrites extends MembershipFactory {
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
                    if (write != null) {
                        collaborators.renewalBatch().onWritten(write.content(), context.effects()::send);
                    }
                    return write;
                }
            };
        }
    }

    private static final class RenewsFromMemory extends MembershipFactory {
        @Override
        RenewalBatch renewalBatch() {
            return new RenewalBatch() {
                private final SortedMap<Incarnation, RegistryCommand.Renew> all = new TreeMap<>();

                @Override
                List<RegistryCommand.Renew> commands(long now) {
                    super.commands(now).forEach(renew -> all.put(renew.id(), renew));
                    return List.copyOf(all.values());
                }
            };
        }
    }

    private static final class AsksOneNodeOnly extends MembershipFactory {
        @Override
        DelegatedRenewal delegatedRenewal(Incarnation me, Timing timing, PeerProbes probes, Moment now) {
            return new DelegatedRenewal(me, timing, probes, now) {
                private Optional<Incarnation> only = Optional.empty();

                @Override
                Optional<Incarnation> ask(Moment when, ClusterState state) {
                    Optional<Incarnation> asked = super.ask(when, state);
                    only = only.isPresent() ? only : asked;
                    return only;
                }
            };
        }
    }

    private static final class PassesNobodyOver extends MembershipFactory {
        @Override
        DelegatedRenewal delegatedRenewal(Incarnation me, Timing timing, PeerProbes probes, Moment now) {
            return new DelegatedRenewal(me, timing, probes, now) {
                @Override
                Optional<Incarnation> ask(Moment when, ClusterState state) {
                    onRenewed(); // as if the last request had been granted
                    return super.ask(when, state);
                }
            };
        }
    }

    private static final class SilenceFromAsking extends MembershipFactory {
        private long asked;
        private boolean reading;

        @Override
        LeaseExpiryObserver leaseExpiry(Incarnation me, Timing timing, Pledges pledges, long now) {
            return new LeaseExpiryObserver(me, timing, pledges, now) {
                @Override
                void observe(long time, ClusterState clusterState) {
                    super.observe(reading ? asked : time, clusterState);
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
                boolean wantsRegistry() {
                    boolean wants = super.wantsRegistry();
                    asked = wants ? context.time().nowNanos() : asked;
                    return wants;
                }

                @Override
                @Nullable RegistryWrite onRead(ClusterState content) {
                    reading = true;
                    RegistryWrite changed = super.onRead(content);
                    reading = false;
                    return changed;
                }
            };
        }
    }

    private static final class HoldOutlivesLease extends EngineFactory {
        @Override
        public GrantGates gates() {
            return new OneGeneration();
        }

        @Override
        public LockTable lockTable(EngineContext context) {
            return new LockTable(context) {
                @Override
                public void loseAll(LossCause reason) {
                    if (reason != LossCause.LEASE_EXPIRED) {
                        super.loseAll(reason);
                    }
                }
            };
        }
    }

    private static final class ExpiryIsForgotten extends EngineFactory {
        @Override
        public GrantGates gates() {
            return new OneGeneration();
        }
    }

    /** After an expiry the generation is the same as before. */
    private static final class OneGeneration extends GrantGates {
        @Override
        protected GrantGate withoutLease(GrantGate seen) {
            GrantGate next = super.withoutLease(seen);
            return new GrantGate(seen.generation(), next.term(), next.epoch(), next.until(), next.state());
        }
    }

    private static final class DeafWithoutLease extends EngineFactory {
        @Override
        public LockTable lockTable(EngineContext context) {
            return new LockTable(context) {
                @Override
                public @Nullable Capacity receive(int from, Packet.Data data) {
                    return context.gates().current().state() == GrantGate.State.NO_LEASE
                            ? null
                            : super.receive(from, data);
                }
            };
        }
    }

    // The registry

    private static final class RenewsAfterDrop extends MembershipFactory {
        @Override
        RegistrySync registrySync(
                Incarnation me,
                InheritedKnowledge inherited,
                EngineContext context,
                RegistrySync.Collaborators collaborators,
                RegistrySync.Listener listener) {
            return new RegistrySync(me, inherited, context, collaborators, listener) {
                @Override
                boolean isEvictedBy(ClusterState fresh) {
                    return false;
                }

                @Override
                ClusterState apply(RegistryCommand registryCommand, ClusterState content) {
                    boolean lost = registryCommand instanceof RegistryCommand.Renew && !content.isRegistered(me);
                    return super.apply(registryCommand, lost ? restored(content) : content);
                }

                private ClusterState restored(ClusterState content) {
                    SortedMap<Incarnation, MemberRecord> members = new TreeMap<>(content.members());
                    long revision = content.revision() + 1;
                    members.put(
                            me,
                            new MemberRecord(
                                    Endpoint.plain("nowhere"),
                                    ProtocolRange.OF_LIBRARY,
                                    context.settings().timing().terms(),
                                    context.settings().askedAlgorithms(),
                                    revision,
                                    revision,
                                    new TreeSet<>(),
                                    List.of()));
                    return new ClusterState(
                            content.registryId(),
                            content.secret(),
                            revision,
                            content.cluster(),
                            content.settings(),
                            content.maxEpoch(),
                            content.current(),
                            content.next(),
                            members,
                            List.of());
                }
            };
        }
    }

    private static final class StampUnchecked extends MembershipFactory {
        @Override
        ViewCoordinator viewCoordinator(
                Incarnation me,
                Timing timing,
                LeaseExpiryObserver leaseExpiry,
                HoldReports holdReports,
                ViewSession viewSession) {
            return new ViewCoordinator(me, timing, leaseExpiry, holdReports, viewSession) {
                private final SortedSet<Incarnation> condemned = new TreeSet<>();

                @Override
                @Nullable RegistryCommand command(long now, ClusterState clusterState) {
                    RegistryCommand registryCommand = super.command(now, clusterState);
                    if (registryCommand instanceof RegistryCommand.Propose propose) {
                        condemned.addAll(propose.drops().keySet());
                    }
                    SortedMap<Incarnation, Long> drops = new TreeMap<>();
                    clusterState.members().forEach((id, memberRecord) -> {
                        if (condemned.contains(id)) {
                            drops.put(id, memberRecord.stamp());
                        }
                    });
                    boolean retries = !drops.isEmpty() && !(registryCommand instanceof RegistryCommand.Install);
                    return retries ? new RegistryCommand.Propose(drops, false) : registryCommand;
                }
            };
        }
    }

    private static final class LeavesBeforeDrain extends MembershipFactory {
        @Override
        Departure departure(
                Incarnation me, EngineContext context, LockTable lockTable, ViewSession viewSession, Pledges pledges) {
            return new Departure(me, context, lockTable, viewSession, pledges) {
                @Override
                boolean readyToLeave() {
                    return hasBegun();
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
                private boolean left;

                @Override
                boolean wantsRegistry() {
                    boolean leaves = collaborators.departure().hasBegun() && isRegistered();
                    return !left && (leaves || super.wantsRegistry());
                }

                @Override
                boolean isEvictedBy(ClusterState fresh) {
                    left = collaborators.departure().hasBegun() && !fresh.isRegistered(me);
                    return !left && super.isEvictedBy(fresh);
                }
            };
        }
    }

    private static final class NeverStepsDown extends MembershipFactory {
        @Override
        Departure departure(
                Incarnation me, EngineContext context, LockTable lockTable, ViewSession viewSession, Pledges pledges) {
            return new Departure(me, context, lockTable, viewSession, pledges) {
                @Override
                boolean mustStepDown(ClusterState state) {
                    return false;
                }
            };
        }
    }

    // Views

    /** The current holds. */
    private static HoldReport reportOf(LockTable lockTable) {
        SortedMap<String, HeldLock> holds = new TreeMap<>();
        for (LocalLock localLock : lockTable.locks.values()) {
            if (localLock.holdCount() > 0) {
                holds.put(localLock.name, exclusive(localLock));
            }
        }
        return new HoldReport(holds);
    }

    private static HeldLock exclusive(LocalLock localLock) {
        return new HeldLock(
                localLock.capacity,
                List.of(new HeldShare(Mode.EXCLUSIVE, 1, ((LocalExclusiveLock) localLock).word.lastFence())));
    }

    private static final class SealedGrants extends MembershipFactory {
        @Override
        ViewSession viewSession(
                Incarnation me,
                HoldReports holdReports,
                MembershipChanges changes,
                EngineContext context,
                LockTable lockTable) {
            return new ViewSession(me, holdReports, changes, context, lockTable) {
                @Override
                void stopGranting() {
                    // it goes on
                }
            };
        }
    }

    private static final class SealedReleases extends MembershipFactory {
        @Override
        ViewSession viewSession(
                Incarnation me,
                HoldReports holdReports,
                MembershipChanges changes,
                EngineContext context,
                LockTable lockTable) {
            return new ViewSession(me, holdReports, changes, context, lockTable) {
                @Override
                void stopListening() {
                    // it goes on
                }
            };
        }
    }

    /** Reports, but keeps its locks of the old view until the new one begins. */
    private static final class OldViewGoesOn extends OtherMembership {
        OldViewGoesOn(MembershipFactory membership) {
            super(membership);
        }

        @Override
        public LockTable lockTable(EngineContext context) {
            return new LockTable(context) {
                @Override
                public HoldReport seal() {
                    return reportOf(this);
                }

                @Override
                public void open(
                        View view,
                        AlgorithmSelection selection,
                        Incarnation me,
                        HolderMap holderMap,
                        MessageSender sender) {
                    super.seal();
                    super.open(view, selection, me, holderMap, sender);
                }
            };
        }
    }

    private static final class ReportNotFrozen extends MembershipFactory {
        private @Nullable Incarnation me;
        private @Nullable LockTable lockTable;

        @Override
        ViewSession viewSession(
                Incarnation incarnation,
                HoldReports holdReports,
                MembershipChanges changes,
                EngineContext context,
                LockTable table) {
            me = incarnation;
            lockTable = table;
            return super.viewSession(incarnation, holdReports, changes, context, table);
        }

        @Override
        HoldReports holdReports(int maxPartBytes) {
            return new HoldReports(maxPartBytes) {
                @Override
                Packet.@Nullable ReportPart part(long epoch, Incarnation survivor, int part) {
                    Packet.ReportPart frozen = super.part(epoch, survivor, part);
                    if (frozen == null || !survivor.equals(me)) {
                        return frozen;
                    }
                    SortedMap<String, HeldLock> holds = new TreeMap<>(frozen.holds());
                    holds.keySet().removeIf(lock -> !isHeld(lock));
                    return new Packet.ReportPart(epoch, survivor, part, frozen.parts(), holds);
                }

                @Override
                HolderMap holders(View view) {
                    SortedMap<String, SortedMap<Incarnation, HeldLock>> byLock = new TreeMap<>();
                    super.holders(view).byLock().forEach((lock, nodes) -> {
                        SortedMap<Incarnation, HeldLock> now = new TreeMap<>(nodes);
                        now.keySet().removeIf(node -> node.equals(me) && !isHeld(lock));
                        byLock.put(lock, now);
                    });
                    byLock.values().removeIf(Map::isEmpty);
                    return new HolderMap(byLock);
                }

                private boolean isHeld(String lock) {
                    return lockTable != null && reportOf(lockTable).holds().containsKey(lock);
                }
            };
        }
    }

    private static final class InstallsEarly extends MembershipFactory {
        @Override
        HoldReports holdReports(int maxPartBytes) {
            return new HoldReports(maxPartBytes) {
                @Override
                boolean complete(View view) {
                    return true;
                }
            };
        }
    }

    private static final class PartIsEnough extends MembershipFactory {
        @Override
        HoldReports holdReports(int maxPartBytes) {
            return new HoldReports(maxPartBytes) {
                @Override
                boolean complete(View view) {
                    return view.survivors().stream().allMatch(survivor -> part(view.epoch(), survivor, 0) != null);
                }
            };
        }
    }

    private static final class ReportsServeTwice extends MembershipFactory {
        @Override
        HoldReports holdReports(int maxPartBytes) {
            return new HoldReports(maxPartBytes) {
                @Override
                boolean add(Packet.ReportPart part) {
                    boolean added = super.add(part);
                    super.add(new Packet.ReportPart(
                            part.epoch() + 1, part.survivor(), part.part(), part.parts(), part.holds()));
                    return added;
                }
            };
        }
    }

    private static final class SummariesUnheard extends MembershipFactory {
        @Override
        ViewSession viewSession(
                Incarnation me,
                HoldReports holdReports,
                MembershipChanges changes,
                EngineContext context,
                LockTable lockTable) {
            return new ViewSession(me, holdReports, changes, context, lockTable) {
                @Override
                boolean onReport(Incarnation from, Packet.Report report) {
                    return !(report instanceof Packet.ReportSummary) && super.onReport(from, report);
                }
            };
        }
    }

    private static final class ReportsIdle extends EngineFactory {
        @Override
        public LockTable lockTable(EngineContext context) {
            return new LockTable(context) {
                @Override
                public HoldReport seal() {
                    SortedMap<String, HeldLock> holds = new TreeMap<>();
                    for (LocalLock localLock : locks.values()) {
                        if (entryState(localLock) == EntryState.INSIDE) {
                            holds.put(localLock.name, exclusive(localLock));
                        }
                    }
                    holds.putAll(super.seal().holds());
                    return new HoldReport(holds);
                }
            };
        }
    }

    private static final class EpochUnchecked extends MembershipFactory {
        @Override
        ViewSession viewSession(
                Incarnation me,
                HoldReports holdReports,
                MembershipChanges changes,
                EngineContext context,
                LockTable lockTable) {
            return new ViewSession(me, holdReports, changes, context, lockTable) {
                @Override
                boolean isOfThisView(Packet.Data data) {
                    return true;
                }
            };
        }
    }

    // Algorithms

    /** Which algorithms a node runs in a view for which these were selected. */
    private interface SelectionRule {
        AlgorithmSelection of(AlgorithmSelection selected);
    }

    private static final class LastSelection implements SelectionRule {
        private @Nullable AlgorithmSelection last;

        @Override
        public AlgorithmSelection of(AlgorithmSelection selected) {
            AlgorithmSelection before = last == null ? selected : last;
            last = selected;
            return before;
        }
    }

    private static final class OtherSelection extends EngineFactory {
        private final Function<EngineContext, SelectionRule> rules;

        OtherSelection(Function<EngineContext, SelectionRule> rules) {
            this.rules = rules;
        }

        @Override
        public LockTable lockTable(EngineContext context) {
            SelectionRule rule = rules.apply(context);
            return new LockTable(context) {
                @Override
                public void open(
                        View view,
                        AlgorithmSelection selection,
                        Incarnation me,
                        HolderMap holderMap,
                        MessageSender sender) {
                    super.open(view, rule.of(selection), me, holderMap, sender);
                }
            };
        }
    }

    /** The content, with the algorithms that a view would have that is installed now. */
    private static ClusterState withAgreedAlgorithms(ClusterState content) {
        List<String> asked = content.members().values().stream()
                .map(MemberRecord::algorithms)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        return asked.size() != 1
                ? content
                : new ClusterState(
                        content.registryId(),
                        content.secret(),
                        content.revision(),
                        content.cluster(),
                        content.settings().withAlgorithms(asked.get(0)),
                        content.maxEpoch(),
                        content.current(),
                        content.next(),
                        content.members(),
                        content.unknownLines());
    }

    private static final class ProposalChangesAlgorithms extends MembershipFactory {
        @Override
        RegistrySync registrySync(
                Incarnation me,
                InheritedKnowledge inherited,
                EngineContext context,
                RegistrySync.Collaborators collaborators,
                RegistrySync.Listener listener) {
            return new RegistrySync(me, inherited, context, collaborators, listener) {
                @Override
                ClusterState apply(RegistryCommand command, ClusterState content) {
                    ClusterState applied = super.apply(command, content);
                    return command instanceof RegistryCommand.Propose ? withAgreedAlgorithms(applied) : applied;
                }
            };
        }
    }

    private static final class AlgorithmsOfTheNextView extends MembershipFactory {
        @Override
        ViewSession viewSession(
                Incarnation me,
                HoldReports holdReports,
                MembershipChanges changes,
                EngineContext context,
                LockTable lockTable) {
            return new ViewSession(me, holdReports, changes, context, lockTable) {
                @Override
                void openIfReady(ClusterState clusterState) {
                    super.openIfReady(withAgreedAlgorithms(clusterState));
                }
            };
        }
    }

    private static final class HoldersNeedNotFit extends EngineFactory {
        @Override
        public LockTable lockTable(EngineContext context) {
            return new LockTable(context) {
                @Override
                public ViewAlgorithms begin(
                        View view,
                        AlgorithmSelection selection,
                        Incarnation me,
                        HolderMap holderMap,
                        MessageSender sender,
                        AlgorithmInstance.Listener listener) {
                    return new ViewAlgorithms(selection, view, me, holderMap, sender, listener) {
                        @Override
                        public boolean canBegin(
                                CatalogueEntry<?, ?> entry, Capacity capacity, List<Start.Inside> inside) {
                            return true;
                        }
                    };
                }
            };
        }
    }

    private static final class UnservedWaitersStay extends LocalSemaphore {
        UnservedWaitersStay(String lock, Capacity capacity, LockTable table) {
            super(lock, capacity, table);
        }

        @Override
        public void refuseUnserved(IntFunction<Optional<String>> refusal) {
            // they wait
        }
    }

    // Locks

    private static final class WantedIsAnEvent extends EngineFactory {
        @Override
        public LockTable lockTable(EngineContext context) {
            return new LockTable(context) {
                private boolean heardInside;

                @Override
                public @Nullable Capacity receive(int from, Packet.Data data) {
                    heardInside = entryState(lock(data.lock(), data.capacity())) == EntryState.INSIDE;
                    Capacity known = super.receive(from, data);
                    heardInside = false;
                    return known;
                }

                @Override
                public LocalLock make(String lock, Capacity capacity) {
                    return new LocalExclusiveLock(lock, this) {
                        @Override
                        public void limitGrants(AlgorithmInstance<?, ?> instance) {
                            if (heardInside) {
                                super.limitGrants(instance);
                            }
                        }
                    };
                }
            };
        }
    }

    private static final class ForgetsAlone extends EngineFactory {
        private final boolean tokens;

        ForgetsAlone(boolean tokens) {
            this.tokens = tokens;
        }

        @Override
        public LockTable lockTable(EngineContext context) {
            return new LockTable(context) {
                @Override
                public @Nullable Capacity receive(int from, Packet.Data data) {
                    Capacity known = super.receive(from, data);
                    forget(lock(data.lock(), data.capacity()));
                    return known;
                }

                @Override
                public void onWordReleased(String lock) {
                    super.onWordReleased(lock);
                    forget(lock(lock, Capacity.mutex()));
                }

                private void forget(LocalLock localLock) {
                    boolean idle = entryState(localLock) == EntryState.OUTSIDE
                            && ((LocalExclusiveLock) localLock).waiters.isEmpty();
                    if (algorithms != null && idle && (tokens || algorithms.home(localLock.name) != algorithms.me)) {
                        algorithms.instances.remove(localLock.name);
                    }
                }
            };
        }
    }

    // Readers and writers

    /** Makes a local lock in which a rule is broken. */
    private interface LockMaker {
        LocalLock make(String lock, Capacity capacity, LockTable table);
    }

    private static final class OtherLocks extends EngineFactory {
        private final LockMaker engineFactory;

        OtherLocks(LockMaker engineFactory) {
            this.engineFactory = engineFactory;
        }

        @Override
        public LockTable lockTable(EngineContext context) {
            return new LockTable(context) {
                @Override
                public LocalLock make(String lock, Capacity capacity) {
                    return engineFactory.make(lock, capacity, this);
                }
            };
        }
    }

    private static final class ReadsBesideAWriter extends LocalReadWriteLock {
        ReadsBesideAWriter(String lock, Capacity capacity, LockTable table) {
            super(lock, table);
        }

        @Override
        public boolean fits(Mode mode) {
            return mode == Mode.SHARED || super.fits(mode);
        }
    }

    private static final class ReadersUnreported extends LocalReadWriteLock {
        ReadersUnreported(String lock, Capacity capacity, LockTable table) {
            super(lock, table);
        }

        @Override
        public List<HeldShare> seal() {
            return super.seal().stream()
                    .filter(heldShare -> heldShare.mode() == Mode.EXCLUSIVE)
                    .toList();
        }
    }

    private static final class ReadersWithoutLimit extends LocalReadWriteLock {
        ReadersWithoutLimit(String lock, Capacity capacity, LockTable table) {
            super(lock, table);
        }

        @Override
        public void limitGrants(AlgorithmInstance<?, ?> instance) {
            // any number
        }
    }

    private static final class DowngradeReleases extends LocalReadWriteLock {
        DowngradeReleases(String lock, Capacity capacity, LockTable table) {
            super(lock, table);
        }

        @Override
        public void downgrade(long id) {
            release(id);
        }
    }

    // Permits

    private static final class LostPermitsAreKept extends LocalSemaphore {
        private final SortedSet<Long> lost = new TreeSet<>();

        LostPermitsAreKept(String lock, Capacity capacity, LockTable table) {
            super(lock, capacity, table);
        }

        @Override
        public List<Long> loseAll() {
            acquisitions.values().stream()
                    .filter(acquisition -> acquisition.state == State.HELD)
                    .forEach(acquisition -> lost.add(acquisition.id));
            return super.loseAll();
        }

        @Override
        public void leave(AlgorithmInstance<?, ?> instance, Acquisition acquisition) {
            if (!lost.contains(acquisition.id)) {
                super.leave(instance, acquisition);
            }
        }
    }

    private static final class PermitsBackTooEarly extends LocalSemaphore {
        private final SortedSet<Long> back = new TreeSet<>();

        PermitsBackTooEarly(String lock, Capacity capacity, LockTable table) {
            super(lock, capacity, table);
        }

        @Override
        public void settle(AlgorithmInstance<?, ?> instance) {
            super.settle(instance);
            for (Acquisition acquisition : List.copyOf(acquisitions.values())) {
                if (acquisition.state == State.HELD) {
                    leave(instance, acquisition);
                }
            }
        }

        @Override
        public void leave(AlgorithmInstance<?, ?> instance, Acquisition acquisition) {
            if (back.add(acquisition.id)) {
                super.leave(instance, acquisition);
            }
        }
    }

    private static final class PermitsBackTwice extends LocalSemaphore {
        PermitsBackTwice(String lock, Capacity capacity, LockTable table) {
            super(lock, capacity, table);
        }

        @Override
        public void leave(AlgorithmInstance<?, ?> instance, Acquisition acquisition) {
            super.leave(instance, acquisition);
            super.leave(instance, acquisition);
        }
    }

    private static final class PermitsUnweighed extends LocalSemaphore {
        PermitsUnweighed(String lock, Capacity capacity, LockTable table) {
            super(lock, capacity, table);
        }

        @Override
        public Request request(AlgorithmInstance<?, ?> to, long id, Mode mode, int permits) {
            return super.request(to, id, mode, 1);
        }
    }

    private static final class PermitsInAnotherOrder extends LocalSemaphore {
        PermitsInAnotherOrder(String lock, Capacity capacity, LockTable table) {
            super(lock, capacity, table);
        }

        @Override
        public List<HeldShare> seal() {
            List<HeldShare> shares = new ArrayList<>(super.seal());
            Collections.reverse(shares);
            return shares;
        }
    }

    private static final class IdsComeAgain extends EngineFactory {
        @Override
        public LockTable lockTable(EngineContext context) {
            return new LockTable(context) {
                private long last;

                @Override
                public long nextId() {
                    return ++last;
                }

                @Override
                public HoldReport seal() {
                    HoldReport holdReport = super.seal();
                    last = 0;
                    return holdReport;
                }
            };
        }
    }
}
