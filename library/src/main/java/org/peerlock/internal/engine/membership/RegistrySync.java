package org.peerlock.internal.engine.membership;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.engine.context.EngineContext;
import org.peerlock.internal.engine.context.InputTime;
import org.peerlock.internal.engine.context.Moment;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.effects.RegistryWrite;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.Packet;

/**
 * One incarnation and the registry: what it knows of the cluster's state, when it reads the registry, and which commands it
 * writes there.
 *
 * <pre>
 *     unregistered -- all live members answer, Join --&gt; registered -- its record is gone --&gt; evicted
 * </pre>
 *
 * <p>A node whose settings do not fit to those of the cluster does not speak to its members. If one of them renews its record, this
 * node is refused. If none can be alive any more, it replaces the settings, and joins, in one command. A registered node gives way
 * first if a view has algorithms that it cannot run: it leaves, and its next incarnation is refused.
 *
 * <p>The newest state counts, whether this node has read it or another one has sent it. An older one changes nothing.
 */
class RegistrySync {

    /** The other components of the session that it works with. */
    record Collaborators(
            LeaseExpiryObserver leaseExpiry,
            Pledges pledges,
            PeerProbes probes,
            MembershipChanges changes,
            ViewCoordinator coordinator,
            DelegatedRenewal delegatedRenewal,
            RenewalBatch renewalBatch,
            Departure departure) {}

    /** Learns what follows from the registry. */
    interface Listener {

        /** This state is newer than all before, and this node is not evicted. */
        void onNewState(ClusterState state);

        /** This node's record was certainly renewed, by a write, or for a request, that was sent at that time. */
        void onRenewed(Moment sentAt);
    }

    /** How many nodes a node that has joined tells so. The others learn it when they renew. */
    private static final int PROPOSERS_TOLD = 3;

    private final Incarnation me;
    private final InheritedKnowledge inherited;
    private final NodeSettings settings;
    private final Timing timing;
    private final InputTime time;
    private final EngineEffects effects;
    private final LeaseExpiryObserver leaseExpiry;
    private final Pledges pledges;
    private final PeerProbes probes;
    private final MembershipChanges changes;
    private final ViewCoordinator coordinator;
    private final DelegatedRenewal delegatedRenewal;
    private final RenewalBatch renewalBatch;
    private final Departure departure;
    private final Listener listener;

    private @Nullable ClusterState state;
    /** All registered nodes but this one. */
    private SortedSet<Incarnation> others = Collections.emptySortedSet();
    /** How the settings of this node differ from those of the cluster, if they do. */
    private Optional<String> settingsDifference = Optional.empty();

    private Optional<String> refusal = Optional.empty();
    private boolean evicted;
    /** Whether a Join was sent and the registry not read since: this node may be registered without knowing it. */
    private boolean joining;

    /** When a registered node renews, and any other reads the registry. */
    private long nextContactAt;
    /** Whether an operation has failed, and the lease was not renewed since. */
    private boolean renewalFailed;

    private boolean readSoon;
    private boolean dutyDue;

    /** A member that did not answer when this node last wanted to join: most likely it still does not. */
    private @Nullable Incarnation awaited;

    RegistrySync(
            Incarnation me,
            InheritedKnowledge inherited,
            EngineContext context,
            Collaborators collaborators,
            Listener listener) {
        this.me = me;
        this.inherited = inherited;
        settings = context.settings();
        timing = settings.timing();
        time = context.time();
        effects = context.effects();
        leaseExpiry = collaborators.leaseExpiry();
        pledges = collaborators.pledges();
        probes = collaborators.probes();
        changes = collaborators.changes();
        coordinator = collaborators.coordinator();
        delegatedRenewal = collaborators.delegatedRenewal();
        renewalBatch = collaborators.renewalBatch();
        departure = collaborators.departure();
        this.listener = listener;
        nextContactAt = time.nowNanos();
    }

    // What is known

    /** The newest state that is known; null before the first. */
    @Nullable ClusterState state() {
        return state;
    }

    /** The revision of the newest state that is known; 0 before the first. */
    long revision() {
        return state == null ? 0 : state.revision();
    }

    /** Whether a content of the registry is older than what is known of it. A write that is based on it would be refused. */
    boolean isOlder(ClusterState content) {
        return state != null
                && state.registryId().equals(content.registryId())
                && content.revision() < state.revision();
    }

    boolean isRegistered() {
        return state != null && state.isRegistered(me);
    }

    /** Whether the registry may have a record of this node. */
    boolean mayHaveRecord() {
        return isRegistered() || joining;
    }

    /** Whether the others have removed this node's record, or the whole registry is lost. */
    boolean isEvicted() {
        return evicted;
    }

    /**
     * Why this node must not take part in the cluster, if so: its settings do not fit, and a node with those of the cluster is
     * alive, or it cannot be known how long such a node may rely on its lease.
     */
    Optional<String> refusal() {
        return refusal;
    }

    /** How the settings of this node differ from those of the cluster, if they do; it may be refused later, or take over. */
    Optional<String> settingsDifference() {
        return settingsDifference;
    }

    /** Whether this node is registered, and cannot run the current view: it must leave, so that the others can go on. */
    boolean mustGiveWay() {
        return isRegistered() && settingsDifference.isPresent();
    }

    /** What this node has learned so far, for the case that the registry is lost. */
    InheritedKnowledge knowledge() {
        return state == null ? inherited : inherited.with(state);
    }

    /** All registered nodes but this one. */
    SortedSet<Incarnation> others() {
        return others;
    }

    private SortedSet<Incarnation> withoutMe(SortedSet<Incarnation> ids) {
        ids.remove(me);
        ids.remove(Incarnation.GENESIS); // no node has this name
        return ids;
    }

    /**
     * Another node says what the registry holds. That may tell this node of a newer state, but it never ends this node's
     * membership: then this node reads the registry itself.
     */
    void onStateUpdate(Packet.StateUpdate update) {
        ClusterState told = update.state();
        ClusterState known = state;
        if (known != null && known.registryId().equals(told.registryId()) && !isEvictedBy(told)) {
            adopt(told.revision() > known.revision() ? told.withSecret(known.secret()) : told); // a copy is expensive
        } else {
            requestRead();
        }
    }

    /**
     * Another node has written this to the registry, with the renewal that this node has requested under this number. The lease
     * lasts from the moment at which that request was sent.
     */
    void onRenewalConfirmed(Packet.RenewalConfirmation confirmation) {
        ClusterState told = confirmation.state();
        boolean here = state != null && state.registryId().equals(told.registryId()) && told.isRegistered(me);
        Optional<Moment> sentAt = here ? delegatedRenewal.onConfirmed(confirmation.number()) : Optional.empty();
        onStateUpdate(new Packet.StateUpdate(told)); // while this node still counts as blind, if it was
        sentAt.ifPresent(moment -> {
            leaseExpiry.onRegistryContact(moment.nanos());
            renewed(moment);
        });
    }

    private void renewed(Moment sentAt) {
        renewalFailed = false;
        listener.onRenewed(sentAt);
    }

    /** Another node asks this one to renew its lease. A node that leaves does not: it may be gone before it has. */
    void onRenewalRequested(Incarnation from, Packet.RenewalRequest request) {
        if (isRegistered() && !departure.hasBegun()) {
            renewalBatch.add(time.nowNanos(), from, request, timingOf(from));
        }
    }

    /** How often another node renews. If that is not known, this node takes it to be like itself. */
    private Timing timingOf(Incarnation other) {
        MemberRecord memberRecord = state == null ? null : state.members().get(other);
        return memberRecord == null
                        || timing.expiryWaitNanosFor(memberRecord.lease()).isEmpty()
                ? timing
                : Timing.of(memberRecord.lease());
    }

    /** Learns what the registry holds, or held when this was written. */
    private void adopt(ClusterState fresh) {
        if (state != null && !state.registryId().equals(fresh.registryId())) {
            evicted = true; // nothing that was agreed on holds any more
            return;
        }
        if (fresh.revision() < revision()) {
            return;
        }
        changes.observe(state, fresh, time.nowNanos()); // before the observer forgets those who are gone
        leaseExpiry.observe(time.nowNanos(), fresh); // even a known one: perhaps nobody could change it
        if (fresh.revision() == revision()) {
            return;
        }
        boolean removed = isEvictedBy(fresh);
        state = fresh;
        pledges.observe(fresh);
        others = Collections.unmodifiableSortedSet(
                withoutMe(new TreeSet<>(fresh.members().keySet())));
        settingsDifference = settings.differsFrom(fresh);
        if (removed) {
            evicted = true;
        } else if (settingsDifference.isPresent()) {
            refusal = settingsDifference.filter(
                    reason -> !isRegistered() && (!settings.mayReplaceThoseOf(fresh) || isAnyoneRenewing(fresh)));
        } else {
            effects.onClusterState(fresh);
            listener.onNewState(fresh);
        }
    }

    /** Whether a registered node is certainly alive, or was lately. */
    private boolean isAnyoneRenewing(ClusterState fresh) {
        long now = time.nowNanos();
        return fresh.members().keySet().stream()
                .anyMatch(id -> leaseExpiry.isRenewing(id, now) && !leaseExpiry.isExpired(id, now));
    }

    /** Whether this node was registered, and is no longer. */
    boolean isEvictedBy(ClusterState fresh) {
        return isRegistered() && !fresh.isRegistered(me);
    }

    // When to read

    /** Lets another node renew the lease, if it is time to renew it, and there is one. */
    void delegateRenewalIfDue() {
        ClusterState known = state;
        if (known != null && canDelegate(known) && isContactDue() && isRegistered() && !departure.hasBegun()) {
            Optional<Incarnation> renewer = delegatedRenewal.ask(time.now(), known);
            renewer.ifPresent(other -> {
                nextContactAt = time.nowNanos() + timing.renewalIntervalNanos();
                effects.send(other, new Packet.RenewalRequest(delegatedRenewal.number(), unreachable(known)));
            });
        }
    }

    private static boolean canDelegate(ClusterState known) {
        return known.protocol() >= ProtocolRange.DELEGATED_RENEWAL;
    }

    /** Whether the registry should be read, and perhaps written, now. */
    boolean wantsRegistry() {
        return readSoon || dutyDue || isContactDue() || renewalBatch.isDue(time.nowNanos());
    }

    private boolean isContactDue() {
        return time.nowNanos() - nextContactAt >= 0;
    }

    /** An operation on the registry has failed, or its outcome is unknown. */
    void onRegistryFailure() {
        delegatedRenewal.onRegistryFailure(time.nowNanos());
        renewalFailed = true;
        requestRead();
    }

    /** The registry should be read soon: there may be something new, or the last operation failed. */
    void requestRead() {
        readSoon = true;
    }

    /** A message of an algorithm was sent in the view of this epoch. */
    void onDataHeard(long epoch) {
        readSoon |= state == null || epoch > state.current().epoch();
    }

    /** Somebody reports for the view of this epoch. */
    void onReportsHeard(long epoch) {
        readSoon |= state == null || epoch > state.maxEpoch();
    }

    /** Another node has answered: perhaps all do now, and this one can join. */
    void onPeerReachable() {
        readSoon |= !isRegistered() && allReachable();
    }

    /** Finds out whether it is this node's turn to do something for all. */
    void checkDuty() {
        dutyDue = dueCommand() != null;
    }

    private @Nullable RegistryCommand dueCommand() {
        return state == null ? null : coordinator.due(time.nowNanos(), state);
    }

    // What to write

    /**
     * The registry was read, and its content is not {@linkplain #isOlder older} than what is known. Returns how it should
     * change; null if it should stay as it is.
     */
    @Nullable RegistryWrite onRead(ClusterState content) {
        readSoon = false;
        joining = false;
        boolean contactDue = isContactDue();
        renewalBatch.onOperation();
        adopt(content);
        boolean registered = isRegistered();
        if (!registered) {
            nextContactAt = time.nowNanos() + timing.pollIntervalNanos();
            leaseExpiry.onRegistryContact(time.nowNanos());
            if (content.isMember(me)) {
                evicted = true; // it had joined without knowing it, and was evicted
            }
        }
        if (evicted || refusal.isPresent() || readSoon) {
            return null;
        }
        if (registered && contactDue) { // a read for another reason does not put off the next renewal
            nextContactAt = time.nowNanos() + timing.renewalIntervalNanos();
        }
        return CommandsWrite.of(content, commands(contactDue || renewalFailed), this::apply)
                .orElse(null);
    }

    /** What the command makes of the content: the same if it is refused. */
    ClusterState apply(RegistryCommand command, ClusterState content) {
        return content.apply(command).orElse(content);
    }

    /** @param due whether it is time for this node to renew its lease itself */
    private List<RegistryCommand> commands(boolean due) {
        List<RegistryCommand> commands = new ArrayList<>();
        ClusterState known = state;
        if (known == null || !isRegistered()) {
            RegistryCommand entry = departure.hasBegun() ? null : entryCommand();
            if (entry != null) {
                joining = true;
                commands.add(entry);
            }
        } else if (departure.readyToLeave()) {
            commands.add(new RegistryCommand.Leave(me));
        } else {
            commands.addAll(renewalBatch.commands(time.nowNanos()));
            pledges.gone().forEach(other -> commands.add(new RegistryCommand.Leave(other)));
            RegistryCommand shared = dueCommand();
            if (shared != null) {
                commands.add(shared);
            }
            if (shared instanceof RegistryCommand.Propose propose) {
                pledges.onProposed(propose.drops()); // from now on it may be written, whatever becomes known of it
            }
            if (due || !commands.isEmpty()) {
                commands.add(0, new RegistryCommand.Renew(me, unreachable(known)));
            }
        }
        return commands;
    }

    /**
     * The nodes that this one reports in a renewal. Where members outlive outages, a node that has crashed may not be evicted before
     * it would be reported. It must not be: the nodes that report it might have to step down, again and again.
     */
    private SortedSet<Incarnation> unreachable(ClusterState known) {
        SortedSet<Incarnation> unreachable = probes.unreachable(time.nowNanos(), known.members());
        if (known.settings().outlivesOutages()) {
            unreachable.removeIf(id -> !leaseExpiry.isRenewing(id, time.nowNanos()));
        }
        return unreachable;
    }

    /** How this node registers now; null if it has to wait. */
    private @Nullable RegistryCommand entryCommand() {
        RegistryCommand.Join join = new RegistryCommand.Join(
                me,
                settings.endpoint(),
                settings.protocols(),
                timing.terms(),
                inherited.epoch(),
                settings.askedAlgorithms());
        if (settingsDifference.isPresent()) {
            SortedMap<Incarnation, Long> drops = certainlyGone();
            return drops == null ? null : new RegistryCommand.ReplaceSettings(settings.forNewCluster(), drops, join);
        }
        return allReachable() ? join : null;
    }

    /** All registered nodes, genesis included, with their stamps, if the lease of each is over; else null. */
    private @Nullable SortedMap<Incarnation, Long> certainlyGone() {
        SortedMap<Incarnation, Long> gone = new TreeMap<>();
        if (state != null) {
            state.members().forEach((id, memberRecord) -> gone.put(id, memberRecord.stamp()));
        }
        boolean all = gone.keySet().stream().allMatch(id -> leaseExpiry.isExpired(id, time.nowNanos()));
        return all ? gone : null;
    }

    /**
     * Whether all members of the current view and of the next that may be alive answer. A node that cannot reach them all would
     * hold up everybody. Nodes that wait to become members do not count: otherwise nodes that start together would wait for each
     * new one of them in turn.
     */
    private boolean allReachable() {
        if (state == null) {
            return false;
        }
        if (awaited == null || !isAwaited(state, awaited)) {
            awaited = unreachableMembers(state).findAny().orElse(null);
        }
        return awaited == null;
    }

    /** The members that may be alive and do not answer. This node cannot join without them. */
    SortedSet<Incarnation> unreachableMembers() {
        return state == null
                ? Collections.emptySortedSet()
                : unreachableMembers(state).collect(Collectors.toCollection(TreeSet::new));
    }

    private Stream<Incarnation> unreachableMembers(ClusterState known) {
        return others().stream().filter(other -> isAwaited(known, other));
    }

    private boolean isAwaited(ClusterState known, Incarnation other) {
        long now = time.nowNanos();
        return known.isRegistered(other)
                && known.isMember(other)
                && !leaseExpiry.isExpired(other, now)
                && !probes.isReachable(other, now);
    }

    /** What this node has made of the registry was certainly written; the write was sent at that time. */
    void onWritten(Moment sentAt, ClusterState content) {
        ClusterState before = state;
        leaseExpiry.onRegistryContact(time.nowNanos());
        adopt(content);
        renewalBatch.onWritten(content, effects::send);
        if (before == null || changesMembership(before, content)) {
            tell(
                    concerned(before == null ? content : before, content),
                    content); // even if this node's part ends with it
        }
        if (evicted) {
            return;
        }
        if (isRegistered()) {
            delegatedRenewal.onRenewed();
            nextContactAt = sentAt.nanos() + timing.renewalIntervalNanos();
            renewed(sentAt);
        } else {
            requestRead(); // to join the cluster that it has created
        }
    }

    private static boolean changesMembership(ClusterState before, ClusterState after) {
        return before.maxEpoch() != after.maxEpoch()
                || before.current().epoch() != after.current().epoch()
                || !before.members().keySet().equals(after.members().keySet());
    }

    private void tell(SortedSet<Incarnation> nodes, ClusterState content) {
        Packet.StateUpdate packet = new Packet.StateUpdate(content);
        withoutMe(nodes).forEach(other -> effects.send(other, packet));
    }

    /**
     * Who should know of a change at once: all; also those of before, because the registry may be a new one. But if nodes have only
     * joined, those whose turn it is first to propose a view are enough: that view everybody is told of. Otherwise many nodes that
     * start together would tell each other of each other, one by one.
     */
    private static SortedSet<Incarnation> concerned(ClusterState before, ClusterState content) {
        boolean onlyJoins = before.maxEpoch() == content.maxEpoch()
                && before.current().epoch() == content.current().epoch()
                && content.members().keySet().containsAll(before.members().keySet());
        if (onlyJoins) {
            Stream<Incarnation> waiting = content.members().keySet().stream()
                    .filter(id -> !content.current().has(id));
            return Stream.concat(content.current().members().stream().filter(content::isRegistered), waiting)
                    .limit(PROPOSERS_TOLD)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        SortedSet<Incarnation> all = new TreeSet<>(content.members().keySet());
        all.addAll(content.current().members());
        all.addAll(before.members().keySet());
        return all;
    }
}
