package org.peerlock.internal.engine.membership;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.context.Moment;
import org.peerlock.internal.engine.settings.Timing;

/**
 * How a member lets another one, the <em>renewer</em>, renew its lease. All ask the same one: the first member, in the order of
 * names, that answers. So one write to the registry renews the leases of many, and members are not in each other's way there.
 *
 * <p>The lease lasts from the moment at which the request was sent. A member that gets no confirmation until the next renewal is
 * due asks another one, for as long as a lease. After two in a row without one, or if no other is left, it renews its lease itself. A
 * node that cannot write to the registry passes itself over in the same way.
 */
class DelegatedRenewal {

    /** After how many requests without a confirmation a node writes itself. */
    private static final int MOST_FAILURES = 2;

    private final Incarnation me;
    private final Timing timing;
    private final PeerProbes probes;
    /** The nodes that have failed to renew a lease, this one or another, and until when they are passed over. */
    private final SortedMap<Incarnation, Long> passedOverUntil = new TreeMap<>();

    private @Nullable Incarnation asked;
    private Moment askedAt;
    private int failures;

    /** @param now when nothing has been asked yet */
    DelegatedRenewal(Incarnation me, Timing timing, PeerProbes probes, Moment now) {
        this.me = me;
        this.timing = timing;
        this.probes = probes;
        askedAt = now;
    }

    /**
     * A renewal is due, and this was not confirmed: returns the node to ask for it now. Empty if this node has to write itself.
     */
    Optional<Incarnation> ask(Moment now, ClusterState state) {
        if (asked != null) {
            passOver(asked, now.nanos());
            failures++;
        }
        asked = failures < MOST_FAILURES ? renewer(now.nanos(), state) : null;
        askedAt = now;
        return Optional.ofNullable(asked);
    }

    private @Nullable Incarnation renewer(long now, ClusterState state) {
        passedOverUntil.values().removeIf(until -> now - until >= 0);
        Incarnation first = state.current().members().stream()
                .filter(id -> state.isRegistered(id) && !passedOverUntil.containsKey(id))
                .filter(id -> id.equals(me) || probes.isReachable(id, now))
                .findFirst()
                .orElse(me);
        return first.equals(me) ? null : first;
    }

    private void passOver(Incarnation id, long now) {
        passedOverUntil.put(id, now + timing.leaseNanos());
    }

    /** The number of the last request. */
    long number() {
        return askedAt.nanos();
    }

    /** The request with this number was granted: returns when it was sent. Empty if it is not the last one. */
    Optional<Moment> onConfirmed(long number) {
        if (asked == null || number != number()) {
            return Optional.empty();
        }
        onRenewed();
        return Optional.of(askedAt);
    }

    /** The lease was renewed, by whatever node. */
    void onRenewed() {
        asked = null;
        failures = 0;
    }

    /** This node could not read or write the registry: it has to rely on others again. */
    void onRegistryFailure(long now) {
        passOver(me, now);
        failures = 0;
    }
}
