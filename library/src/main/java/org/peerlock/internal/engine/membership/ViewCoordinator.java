package org.peerlock.internal.engine.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.settings.Timing;

/**
 * What every registered node may do for all: propose a next view, and install it. It is enough if one does, and all at once
 * would be in each other's way; so they take turns, each a little later than the one before.
 */
class ViewCoordinator {

    /** Something to be done: what one does for an epoch, no other has to. */
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

    /** What this node is to do for all now: null if there is nothing to do, or it is the turn of another. */
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
        return now - since >= turn(now, clusterState) * timing.dutyStaggerNanos() ? registryCommand : null;
    }

    /** How many others come before this one: members first, then those who wait to become one. */
    private long turn(long now, ClusterState clusterState) {
        View current = clusterState.current();
        List<Incarnation> order = new ArrayList<>(current.members());
        order.removeIf(member -> !clusterState.isRegistered(member) || leaseExpiry.isExpired(member, now));
        clusterState.members().keySet().stream().filter(id -> !current.has(id)).forEach(order::add);
        return order.indexOf(me);
    }

    /** What somebody is to do for all, if anything. */
    @Nullable RegistryCommand command(long now, ClusterState clusterState) {
        View next = clusterState.next();
        if (next != null && holdReports.complete(next)) {
            return new RegistryCommand.Install(next.epoch());
        }
        SortedMap<Incarnation, Long> silent = expired(now, clusterState);
        if (next != null) {
            boolean lost = next.survivors().stream().anyMatch(id -> gone(clusterState, silent, id));
            return lost ? new RegistryCommand.Propose(silent, false) : null;
        }
        View current = clusterState.current();
        boolean lost = !silent.isEmpty() || current.members().stream().anyMatch(id -> gone(clusterState, silent, id));
        if (lost) {
            return new RegistryCommand.Propose(silent, false);
        }
        boolean joins = current.size() < clusterState.members().size();
        if ((joins || viewSession.wantsFreshView())
                && current.members().stream().allMatch(id -> id.equals(me) || leaseExpiry.isRenewing(id, now))) {
            return new RegistryCommand.Propose(silent, !joins);
        }
        return null;
    }

    private static boolean gone(ClusterState clusterState, SortedMap<Incarnation, Long> silent, Incarnation id) {
        return !clusterState.isRegistered(id) || silent.containsKey(id);
    }

    /** Those whose lease is surely over, with the stamp since which it is. */
    private SortedMap<Incarnation, Long> expired(long now, ClusterState clusterState) {
        SortedMap<Incarnation, Long> silent = new TreeMap<>();
        for (Map.Entry<Incarnation, MemberRecord> entry : clusterState.members().entrySet()) {
            if (!entry.getKey().equals(me) && leaseExpiry.isExpired(entry.getKey(), now)) {
                silent.put(entry.getKey(), entry.getValue().stamp());
            }
        }
        return silent;
    }
}
