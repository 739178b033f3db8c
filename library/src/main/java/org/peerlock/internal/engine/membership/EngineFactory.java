package org.peerlock.internal.engine.membership;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.effects.EngineCounters;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.locks.LockTable;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;

/** Makes the parts of a brain. A test makes one in which a rule is broken, and sees that it is noticed. */
public class EngineFactory {

    public GrantGates gates() {
        return new GrantGates();
    }

    public LockTable lockTable(
            NodeSettings settings,
            GrantGates gates,
            EngineEffects effects,
            EngineCounters engineCounters,
            RandomGenerator random) {
        return new LockTable(settings, gates, effects, engineCounters, random);
    }

    public MembershipSession session(Incarnation me, long now, long epochBefore, EngineContext engineContext) {
        return new MembershipSession(me, now, epochBefore, this, engineContext);
    }

    LeaseExpiryObserver leaseExpiry(Timing timing, long now) {
        return new LeaseExpiryObserver(timing, now);
    }

    HoldReports holdReports() {
        return new HoldReports();
    }

    ViewSession viewSession(Incarnation me, LongSupplier now, HoldReports holdReports, EngineContext engineContext) {
        return new ViewSession(me, now, holdReports, engineContext);
    }

    ViewCoordinator viewCoordinator(
            Incarnation me,
            Timing timing,
            LeaseExpiryObserver leaseExpiry,
            HoldReports holdReports,
            ViewSession viewSession) {
        return new ViewCoordinator(me, timing, leaseExpiry, holdReports, viewSession);
    }
}
