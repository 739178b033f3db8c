package org.peerlock.internal.engine.membership;

import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.context.EngineContext;
import org.peerlock.internal.engine.context.Moment;
import org.peerlock.internal.engine.locks.LockTable;
import org.peerlock.internal.engine.settings.Timing;

/** Creates the components of a {@link MembershipSession}. Tests override it to break one rule. */
public class MembershipFactory {

    Pledges pledges(Incarnation me, Timing timing, long outageMillis) {
        return new Pledges(me, timing, outageMillis);
    }

    LeaseExpiryObserver leaseExpiry(Incarnation me, Timing timing, Pledges pledges, long now) {
        return new LeaseExpiryObserver(me, timing, pledges, now);
    }

    HoldReports holdReports(int maxPartBytes) {
        return new HoldReports(maxPartBytes);
    }

    ViewSession viewSession(
            Incarnation me,
            HoldReports holdReports,
            MembershipChanges changes,
            EngineContext context,
            LockTable lockTable) {
        return new ViewSession(me, holdReports, changes, context, lockTable);
    }

    ViewCoordinator viewCoordinator(
            Incarnation me,
            Timing timing,
            LeaseExpiryObserver leaseExpiry,
            HoldReports holdReports,
            ViewSession viewSession) {
        return new ViewCoordinator(me, timing, leaseExpiry, holdReports, viewSession);
    }

    DelegatedRenewal delegatedRenewal(Incarnation me, Timing timing, PeerProbes probes, Moment now) {
        return new DelegatedRenewal(me, timing, probes, now);
    }

    RenewalBatch renewalBatch() {
        return new RenewalBatch();
    }

    Departure departure(
            Incarnation me, EngineContext context, LockTable lockTable, ViewSession viewSession, Pledges pledges) {
        return new Departure(me, context, lockTable, viewSession, pledges);
    }

    RegistrySync registrySync(
            Incarnation me,
            InheritedKnowledge inherited,
            EngineContext context,
            RegistrySync.Collaborators collaborators,
            RegistrySync.Listener listener) {
        return new RegistrySync(me, inherited, context, collaborators, listener);
    }
}
