package org.peerlock.internal.engine.membership;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.settings.Timing;

/**
 * Finds out whose lease is certainly over. Unlike a failure detector, which may suspect wrongly, it must be certain.
 *
 * <p>A stamp that is seen for the first time at some moment was written before it, so its lease ends at the latest one lease
 * later in true time. An observer that has seen it unchanged for {@link Timing#expiryWaitNanosFor} knows that it is over: the
 * lease is that of the stamp's own node, not of the observer.
 *
 * <p>Where members outlive an outage of the registry, a member may hold locks for longer, by {@link Pledges}. It asks all
 * members for them, and nobody else. So a node that is asked waits, besides, until its pledge is over. It is not certain that it was
 * asked before it knew that it is a member, so it counts from then at the earliest. A node that is not asked waits for as long as
 * any pledges may keep a lease. Only where a view has one member, which nobody can pledge to, it need not.
 *
 * <p>An observer that could not have seen a renewal must not count: if its own writes fail, perhaps nobody's succeed. It is
 * blind, and starts again, if it has not reached the registry for more than half of the longer wait, that for the node's lease or
 * that for its own: it reaches the registry no more often than its own lease demands. That gives the living time to renew. The
 * long wait of a node that is not asked for pledges begins only once: it would often be interrupted.
 */
class LeaseExpiryObserver {

    /**
     * A stamp, and when it was first seen.
     *
     * @param since from when on it counts: the observer was not blind since
     * @param fresh whether it was not there shortly before: then it is not much older
     */
    private record Seen(LeaseTerms lease, long stamp, long first, long since, boolean fresh) {}

    /** This node is a member: it is asked for pledges. */
    private static final long MEMBER = 0;

    /** Members may have pledges that this node has not given. */
    private static final long OUTSIDER = -1;

    private final Incarnation me;
    private final Timing timing;
    private final Pledges pledges;
    private final SortedMap<Incarnation, Seen> seen = new TreeMap<>();
    private final SortedSet<Incarnation> dead = new TreeSet<>();
    private long contactAt;
    private boolean looked;

    /** {@link #MEMBER}, {@link #OUTSIDER}, or the epoch of a view with one member, which needs no pledges and gets none. */
    private long role = OUTSIDER;
    /** Since when. */
    private long roleSince;

    /** Those of the cluster, as it became known last. */
    private ClusterSettings settings = new ClusterSettings(1, "");

    LeaseExpiryObserver(Incarnation me, Timing timing, Pledges pledges, long now) {
        this.me = me;
        this.timing = timing;
        this.pledges = pledges;
        contactAt = now;
    }

    /** This node has reached the registry: it wrote or, while it is not registered, read. */
    void onRegistryContact(long now) {
        contactAt = now;
    }

    /** This is what the registry holds, as it became known now. */
    void observe(long now, ClusterState clusterState) {
        boolean first = !looked;
        looked = true;
        observePledges(now, clusterState);
        seen.keySet().retainAll(clusterState.members().keySet());
        dead.retainAll(clusterState.members().keySet());
        clusterState.members().forEach((id, memberRecord) -> {
            Seen before = seen.get(id);
            boolean blind = first || now - contactAt > halfOfLongerWait(memberRecord.lease());
            if (before == null || before.stamp() != memberRecord.stamp()) {
                seen.put(id, new Seen(memberRecord.lease(), memberRecord.stamp(), now, now, !blind));
            } else if (blind) {
                seen.put(id, new Seen(memberRecord.lease(), memberRecord.stamp(), before.first(), now, false));
            }
        });
    }

    private void observePledges(long now, ClusterState clusterState) {
        settings = clusterState.settings();
        View current = clusterState.current();
        long before = role;
        role = isMember(clusterState) ? MEMBER : current.size() > 1 ? OUTSIDER : current.epoch();
        roleSince = role == before ? roleSince : now;
    }

    /** Whether this node is asked for pledges by all who rely on them. */
    boolean isMember(ClusterState clusterState) {
        return clusterState.current().has(me);
    }

    private long halfOfLongerWait(LeaseTerms lease) {
        return Math.max(expiryWaitNanos(lease), timing.expiryWaitNanos()) / 2;
    }

    /** These nodes are certainly dead: nobody is left who could act on their lease. */
    void onProvenDeaths(SortedSet<Incarnation> nodes) {
        dead.addAll(nodes);
    }

    /** Whether the lease of a node is surely over. */
    boolean isExpired(Incarnation id, long now) {
        Seen last = seen.get(id);
        return last != null && (dead.contains(id) || waitNanos(id, last, now) <= 0);
    }

    /** Whether it is certain that the node's process is gone. */
    boolean isDead(Incarnation id) {
        return dead.contains(id);
    }

    /** Whether a node has not renewed for about half a lease, as seen from here; it may be alive. */
    boolean isOverdue(Incarnation id, long now) {
        Seen last = seen.get(id);
        return last != null && now - last.since() >= halfOfLongerWait(last.lease());
    }

    /** How long a stamp of a node with such a lease must have been known before its lease is surely over. */
    long expiryWaitNanos(LeaseTerms lease) {
        return timing.expiryWaitNanosFor(lease).orElse(Long.MAX_VALUE);
    }

    /** For how long it may still not be said that the lease of a node is over, if it is not seen to renew. */
    long remainingNanos(Incarnation id, long now) {
        Seen last = seen.get(id);
        return last == null || isExpired(id, now) ? 0 : waitNanos(id, last, now);
    }

    private long waitNanos(Incarnation id, Seen last, long now) {
        long known = now - last.since();
        long wait = expiryWaitNanos(last.lease());
        if (!settings.outlivesOutages()) {
            return wait - known;
        } else if (role == OUTSIDER) {
            return Math.max(wait - known, longestWaitNanos(last.lease()) - (now - last.first()));
        }
        return Math.max(wait - asked(known, now), pledges.remainingNanos(id, now));
    }

    /** For how long this node has known a stamp, and was asked for the pledges that a node with it relies on. */
    long asked(long known, long now) {
        return Math.min(known, now - roleSince);
    }

    /** How long a stamp must have been known by a node that is not asked for pledges. */
    long longestWaitNanos(LeaseTerms lease) {
        return expiryWaitNanos(settings.longestHold(lease));
    }

    /** Whether a node was seen to join or renew lately; a stamp of which nobody here knows how old it is does not count. */
    boolean isRenewing(Incarnation id, long now) {
        Seen last = seen.get(id);
        return last != null && last.fresh() && now - last.since() < halfOfLongerWait(last.lease());
    }
}
