package org.peerlock.internal.engine.membership;

import java.util.Collections;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.context.Moment;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.Packet;

/**
 * How members keep each other's leases alive while the registry does not answer. A member loses its locks only because somebody
 * may propose to evict it. So it asks all others, with its probes, not to do that for a while. When all have pledged, its lease
 * lasts as if it had been renewed at the time of the question. Both sides are here: what this node has pledged to whom, and who has
 * pledged to it.
 *
 * <p>A member that leaves pledges for ever, once nothing is held there: it never proposes again. So the others can do without it until
 * they can remove its record, which they do for it if they reach the registry first.
 *
 * <p>Only members are asked. All other nodes wait for as long as a member may keep its lease by pledges after its last renewal:
 * see {@link LeaseExpiryObserver}. So a lease never lasts longer by pledges than the settings say.
 *
 * <p>If the settings say that members do not outlive outages, nobody asks.
 */
class Pledges {

    /** A lease, and from when on it counts. */
    record Lease(Moment since, long until) {}

    private final Incarnation me;
    private final Timing timing;
    private final long outageNanos;

    /** Until when this node proposes to evict none of these. A view that comes meanwhile changes nothing. */
    private final SortedMap<Incarnation, Long> givenUntil = new TreeMap<>();
    /** The nodes that this node has proposed to evict, with the stamps that they had. */
    private final SortedMap<Incarnation, Long> proposed = new TreeMap<>();
    /** When this node has asked during the last lease, by the numbers of the probes. */
    private final SortedMap<Long, Moment> asked = new TreeMap<>();
    /** When each node was asked for the last pledge that it gave. */
    private final SortedMap<Incarnation, Moment> received = new TreeMap<>();
    /** The nodes that have left, and pledged for ever, and when this node learned it. */
    private final SortedMap<Incarnation, Moment> gone = new TreeMap<>();
    /** When the last renewal was sent that was confirmed; null if there was none since the machine woke. */
    private @Nullable Moment renewedAt;
    /** Whether this node has left. */
    private boolean left;

    /** @param outageMillis for how long the lease may last by pledges after the last renewal; 0 if nobody pledges */
    Pledges(Incarnation me, Timing timing, long outageMillis) {
        this.me = me;
        this.timing = timing;
        outageNanos = outageMillis * 1_000_000;
    }

    /** This is what the registry holds. A node whose record is gone never comes back. */
    void observe(ClusterState state) {
        givenUntil.keySet().retainAll(state.members().keySet());
        proposed.keySet().retainAll(state.members().keySet());
        received.keySet().retainAll(state.members().keySet());
        gone.keySet().retainAll(state.members().keySet());
    }

    // Given

    /** Nothing is held or granted here any more, and from now on this node proposes nothing: its pledges are for ever. */
    void onLeft() {
        left = true;
    }

    /** This node is about to propose these evictions. */
    void onProposed(SortedMap<Incarnation, Long> evictions) {
        proposed.putAll(evictions);
    }

    /**
     * Another node asks for a pledge. Returns the one that this node gives: it will not propose to evict the other one for as long as
     * the other one's lease may last, or never again.
     *
     * <p>A proposal of this node that names the stamp which the other one still has may yet be written, whatever is known of its
     * outcome. With another stamp it is refused.
     */
    Packet.Pledge give(long now, Incarnation other, ClusterState state) {
        MemberRecord memberRecord = state.members().get(other);
        if (outageNanos == 0 || !state.isRegistered(me) || memberRecord == null || isProposed(other, memberRecord)) {
            return Packet.Pledge.NONE;
        }
        OptionalLong wait = timing.expiryWaitNanosFor(memberRecord.lease());
        wait.ifPresent(nanos -> givenUntil.put(other, now + nanos));
        if (wait.isEmpty()) {
            return Packet.Pledge.NONE;
        }
        return left ? Packet.Pledge.FOR_EVER : Packet.Pledge.FOR_A_LEASE;
    }

    /** Whether a proposal of this node to evict another one may yet be written. */
    boolean isProposed(Incarnation other, MemberRecord memberRecord) {
        Long stamp = proposed.get(other);
        return stamp != null && stamp == memberRecord.stamp();
    }

    /** For how long this node will still not propose to evict another one. */
    long remainingNanos(Incarnation other, long now) {
        Long until = givenUntil.get(other);
        return until == null ? 0 : until - now;
    }

    // Received

    /** When the last renewal was sent from which a lease has counted; empty if there was none since the machine woke. */
    Optional<Moment> renewedAt() {
        return Optional.ofNullable(renewedAt);
    }

    /** The lease counts from a renewal that was sent at that time. */
    void onRenewed(Moment sentAt) {
        renewedAt = later(renewedAt, sentAt);
    }

    /** The machine has slept: what was asked or renewed before may be older than it seems. */
    void onWake() {
        asked.clear();
        received.clear();
        renewedAt = null;
    }

    /** Whether a probe that is sent now asks for a pledge. */
    boolean ask(Moment now, ClusterState state) {
        asked.values().removeIf(before -> now.nanos() - before.nanos() >= timing.leaseNanos());
        boolean asks = lasts(now.nanos()) && !asks(state).isEmpty();
        if (asks) {
            asked.put(now.nanos(), now);
        }
        return asks;
    }

    private boolean lasts(long now) {
        return renewedAt != null && now - limit(renewedAt) < 0;
    }

    /** Until when pledges may keep the lease alive. */
    long limit(Moment lastRenewal) {
        return lastRenewal.nanos() + outageNanos;
    }

    /** A node gives this pledge, in answer to the probe with this number. */
    void onReceived(Moment now, Incarnation from, long number, Packet.Pledge pledge) {
        Moment when = asked.get(number);
        if (when != null && pledge != Packet.Pledge.NONE) {
            received.put(from, later(received.get(from), when));
            if (pledge == Packet.Pledge.FOR_EVER) {
                gone.putIfAbsent(from, now);
            }
        }
    }

    /** The registered nodes that have left: nothing is held there. Their records may be removed. */
    SortedSet<Incarnation> gone() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(gone.keySet()));
    }

    /** When this node learned of the first of them; empty if there is none. */
    Optional<Moment> firstGoneAt() {
        return gone.values().stream().min(Comparator.comparingLong(Moment::nanos));
    }

    private static Moment later(@Nullable Moment one, Moment other) {
        return one != null && one.nanos() - other.nanos() > 0 ? one : other;
    }

    /**
     * Whose pledges this node needs: all other members of the current view and the next, but those whose record is gone. None can
     * help a node that is no member of the current view, or the only one.
     */
    SortedSet<Incarnation> asks(ClusterState state) {
        View current = state.current();
        SortedSet<Incarnation> all = new TreeSet<>();
        if (current.has(me) && current.size() > 1) {
            all.addAll(current.members());
            if (state.next() != null) {
                all.addAll(state.next().members());
            }
            all.retainAll(state.members().keySet());
            all.remove(me);
        }
        return all;
    }

    /**
     * The lease that this node has by pledges, if there is one: it counts from the oldest of the last questions that were answered. A
     * node that has pledged for ever would answer at once. But the lease must not last for ever: others may become members.
     */
    Optional<Lease> lease(Moment now, ClusterState state) {
        Moment since = null;
        for (Incarnation other : asks(state)) {
            Moment question = gone.containsKey(other) ? now : received.get(other);
            if (question == null) {
                return Optional.empty();
            }
            since = since == null || since.nanos() - question.nanos() > 0 ? question : since;
        }
        if (since == null || renewedAt == null) {
            return Optional.empty();
        }
        long end = since.nanos() + timing.leaseNanos();
        long limit = limit(renewedAt);
        return Optional.of(new Lease(since, limit - end < 0 ? limit : end));
    }

    /** Whether what the registry says of links is not old because the registry does not answer. */
    boolean isRegistryUsable(long now) {
        return outageNanos == 0 || (renewedAt != null && now - renewedAt.nanos() < timing.confirmationNanos());
    }
}
