package org.peerlock.internal.engine.membership;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.engine.settings.Timing;

/**
 * Finds out whose lease is certainly over. Unlike a failure detector, which may suspect wrongly, it must be certain.
 *
 * <p>A stamp that is seen for the first time at some moment was written before it, so its lease ends at the latest one lease
 * later in true time. An observer that has seen it unchanged for {@link Timing#expiryWaitNanosFor} knows that it is over: the
 * lease is that of the stamp's own node, not of the observer.
 *
 * <p>An observer that could not have seen a renewal must not count: if its own writes fail, perhaps nobody's succeed. It is
 * blind, and starts again, if it has not reached the registry for more than half of the longer wait, that for the node's lease or
 * that for its own: it reaches the registry no more often than its own lease demands.
 */
class LeaseExpiryObserver {

    /** A stamp, when it was first seen, and whether it was not there shortly before: then it is not much older. */
    private record Seen(LeaseTerms lease, long stamp, long since, boolean fresh) {}

    private final Timing timing;
    private final SortedMap<Incarnation, Seen> seen = new TreeMap<>();
    private final SortedSet<Incarnation> dead = new TreeSet<>();
    private long contactAt;
    private boolean looked;

    LeaseExpiryObserver(Timing timing, long now) {
        this.timing = timing;
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
        seen.keySet().retainAll(clusterState.members().keySet());
        dead.retainAll(clusterState.members().keySet());
        clusterState.members().forEach((id, memberRecord) -> {
            Seen before = seen.get(id);
            boolean blind = first || now - contactAt > halfOfLongerWait(memberRecord.lease());
            boolean other = before == null || before.stamp() != memberRecord.stamp();
            if (blind || other) {
                seen.put(id, new Seen(memberRecord.lease(), memberRecord.stamp(), now, other && !blind));
            }
        });
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
        return last != null && (dead.contains(id) || now - last.since() >= expiryWaitNanos(last.lease()));
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
        return last == null || isExpired(id, now) ? 0 : expiryWaitNanos(last.lease()) - (now - last.since());
    }

    /** Whether a node was seen to join or renew lately; a stamp of which nobody here knows how old it is does not count. */
    boolean isRenewing(Incarnation id, long now) {
        Seen last = seen.get(id);
        return last != null && last.fresh() && now - last.since() < halfOfLongerWait(last.lease());
    }
}
