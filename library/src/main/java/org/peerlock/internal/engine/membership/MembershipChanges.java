package org.peerlock.internal.engine.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.effects.MembershipChange;
import org.peerlock.internal.engine.effects.MembershipChange.Cause;

/**
 * Who came and went between two views, and why, as far as this node saw it. Only Leave removes a record without a proposal, so a
 * record that disappears that way was given up by its node. Otherwise it was dropped: for a proven death, or because its lease
 * had expired. The last is also concluded if the node had not renewed for half a lease: other members often find an
 * expiry a little earlier than this one.
 *
 * <p>Nothing is decided by it.
 */
final class MembershipChanges {

    private final LeaseExpiryObserver leaseExpiry;
    private final PeerProbes probes;
    /** Those whose record is gone, but who are members of the view that runs here. */
    private final SortedMap<Incarnation, MembershipChange> gone = new TreeMap<>();

    MembershipChanges(LeaseExpiryObserver leaseExpiry, PeerProbes probes) {
        this.leaseExpiry = leaseExpiry;
        this.probes = probes;
    }

    /** A newer state is about to take the place of another. */
    void observe(@Nullable ClusterState before, ClusterState fresh, long now) {
        if (before == null) {
            return;
        }
        boolean proposed = fresh.maxEpoch() != before.maxEpoch();
        for (Incarnation id : before.members().keySet()) {
            if (!fresh.isRegistered(id)) {
                gone.put(id, new MembershipChange(id, probes.label(id), proposed ? whyDropped(id, now) : Cause.LEFT));
            }
        }
    }

    private Cause whyDropped(Incarnation id, long now) {
        if (leaseExpiry.isDead(id)) {
            return Cause.DIED;
        }
        return leaseExpiry.isOverdue(id, now) ? Cause.EVICTED : Cause.GONE;
    }

    /** These nodes are certainly dead: the proof may come after others have acted on theirs. */
    void onProvenDeaths(SortedSet<Incarnation> dead) {
        gone.replaceAll((id, change) -> dead.contains(id) && change.cause() != Cause.LEFT
                ? new MembershipChange(id, change.label(), Cause.DIED)
                : change);
    }

    /**
     * What has changed from one view to the next.
     *
     * @param before null if the next one is the first
     */
    List<MembershipChange> between(@Nullable View before, View next, Incarnation me, String myLabel) {
        List<MembershipChange> changes = new ArrayList<>();
        if (before == null) {
            changes.add(new MembershipChange(me, myLabel, Cause.JOINED));
        } else {
            next.members().stream()
                    .filter(id -> !before.has(id))
                    .forEach(id -> changes.add(new MembershipChange(id, probes.label(id), Cause.JOINED)));
            before.members().stream()
                    .filter(id -> !next.has(id))
                    .forEach(id ->
                            changes.add(gone.getOrDefault(id, new MembershipChange(id, probes.label(id), Cause.GONE))));
        }
        gone.keySet().retainAll(next.members());
        return changes;
    }
}
