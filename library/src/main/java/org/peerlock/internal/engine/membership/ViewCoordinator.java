package org.peerlock.internal.engine.membership;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.settings.Timing;

/**
 * Proposes and installs views, which any registered node may do for all. One node is enough, and all at once would be in each
 * other's way. So they take turns, each a little later than the one before.
 */
class ViewCoordinator {

    /** A command that one node gives for all, and only once for each epoch. */
    private record Duty(boolean install, long epoch) {}

    private final Incarnation me;
    private final Timing timing;
    private final LeaseExpiryObserver leaseExpiry;
    private final HoldReports holdReports;
    private final ViewSession viewSession;
    private @Nullable Duty duty;
    private long since;

    ViewCoordinator(
            Incarnation me,
            Timing timing,
            LeaseExpiryObserver leaseExpiry,
            HoldReports holdReports,
            ViewSession viewSession) {
        this.me = me;
        this.timing = timing;
        this.leaseExpiry = leaseExpiry;
        this.holdReports = holdReports;
        this.viewSession = viewSession;
    }

    /** The command that this node should give for all now; null if there is none, or it is the turn of another node. */
    @Nullable RegistryCommand due(long now, ClusterState clusterState) {
        RegistryCommand registryCommand = clusterState.isRegistered(me) ? command(now, clusterState) : null;
        if (registryCommand == null) {
            duty = null;
            return null;
        }
        Duty called = new Duty(registryCommand instanceof RegistryCommand.Install, clusterState.maxEpoch());
        if (!called.equals(duty)) {
            duty = called;
            since = now;
        }
        return isMyTurn(now, clusterState) ? registryCommand : null;
    }

    /** Whether enough time has passed for all nodes that come before this one: members, then those that wait to become one. */
    private boolean isMyTurn(long now, ClusterState clusterState) {
        long turns = 1 + (now - since) / timing.dutyStaggerNanos();
        View current = clusterState.current();
        Stream<Incarnation> members = current.members().stream()
                .filter(id -> id.equals(me) || (clusterState.isRegistered(id) && !leaseExpiry.isExpired(id, now)));
        Stream<Incarnation> waiting = clusterState.members().keySet().stream().filter(id -> !current.has(id));
        return Stream.concat(members, waiting).limit(turns).anyMatch(me::equals);
    }

    /** The command that some node should give for all; null if there is none. */
    @Nullable RegistryCommand command(long now, ClusterState clusterState) {
        View next = clusterState.next();
        if (next != null && holdReports.complete(next)) {
            return new RegistryCommand.Install(next.epoch());
        }
        SortedMap<Incarnation, Long> expired = expired(now, clusterState);
        if (next != null) {
            boolean lost = next.survivors().stream().anyMatch(id -> gone(clusterState, expired, id));
            return lost ? new RegistryCommand.Propose(expired, false) : null;
        }
        View current = clusterState.current();
        boolean lost = !expired.isEmpty() || current.members().stream().anyMatch(id -> gone(clusterState, expired, id));
        if (lost) {
            return new RegistryCommand.Propose(expired, false);
        }
        boolean joins = current.size() < clusterState.members().size();
        // a node that held other settings back may have left before it was a member
        if ((joins || viewSession.wantsFreshView() || clusterState.changesSettings())
                && current.members().stream().allMatch(id -> id.equals(me) || leaseExpiry.isRenewing(id, now))) {
            return new RegistryCommand.Propose(expired, !joins);
        }
        return null;
    }

    private static boolean gone(ClusterState clusterState, SortedMap<Incarnation, Long> expired, Incarnation id) {
        return !clusterState.isRegistered(id) || expired.containsKey(id);
    }

    /** The nodes whose lease has certainly expired, with their stamps. */
    private SortedMap<Incarnation, Long> expired(long now, ClusterState clusterState) {
        SortedMap<Incarnation, Long> expired = new TreeMap<>();
        for (Map.Entry<Incarnation, MemberRecord> entry : clusterState.members().entrySet()) {
            if (!entry.getKey().equals(me) && leaseExpiry.isExpired(entry.getKey(), now)) {
                expired.put(entry.getKey(), entry.getValue().stamp());
            }
        }
        return expired;
    }
}
