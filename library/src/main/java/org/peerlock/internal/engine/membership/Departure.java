package org.peerlock.internal.engine.membership;

import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.context.EngineContext;
import org.peerlock.internal.engine.context.InputTime;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.locks.LockTable;
import org.peerlock.internal.engine.settings.Timing;

/**
 * How an incarnation leaves the cluster of its own accord: because the application asked for it, or because it steps down, since
 * it and another member cannot reach each other.
 *
 * <pre>
 *     staying -- begin --&gt; draining -- nothing is held, or time is up --&gt; drained -- no record remains --&gt; complete
 * </pre>
 *
 * <p>From the beginning nothing new is granted. Holders may finish while it is draining; those that are left then lose their
 * locks. Only a node that is drained removes its record from the registry: after that others may get what was held here.
 */
class Departure {

    private final Incarnation me;
    private final Timing timing;
    private final InputTime time;
    private final LockTable lockTable;
    private final ViewSession viewSession;
    private final Pledges pledges;

    /** Why it leaves; null while it stays. */
    private @Nullable LossCause reason;

    /** When holders that have not finished lose their locks. */
    private long drainUntil;

    private boolean drained;
    private long drainedAt;
    private boolean complete;

    private boolean partitioned;
    private long partitionedSince;

    Departure(Incarnation me, EngineContext context, LockTable lockTable, ViewSession viewSession, Pledges pledges) {
        this.me = me;
        timing = context.settings().timing();
        time = context.time();
        this.lockTable = lockTable;
        this.viewSession = viewSession;
        this.pledges = pledges;
    }

    /**
     * Stops granting. Called again, it may only make the departure more urgent, or final.
     *
     * @param drainNanos for how long holders may finish
     */
    void begin(LossCause cause, long drainNanos) {
        long until = time.nowNanos() + drainNanos;
        if (reason == null) {
            reason = cause;
            drainUntil = until;
            viewSession.close();
            return;
        }
        drainUntil = until - drainUntil < 0 ? until : drainUntil;
        if (cause == LossCause.LEFT) {
            reason = cause; // a node that has stepped down would come back
        }
    }

    boolean hasBegun() {
        return reason != null;
    }

    /** Why it leaves, or another reason if it does not. */
    LossCause reasonOr(LossCause other) {
        return reason == null ? other : reason;
    }

    /**
     * Whether a broken link has made this node step down for long enough that it must begin to. While the registry does not answer,
     * a link may work again, and nobody can say so.
     */
    boolean mustStepDown(ClusterState state) {
        boolean before = partitioned;
        partitioned = pledges.isRegistryUsable(time.nowNanos())
                && PartitionResolver.membersToStepDown(state).contains(me);
        if (partitioned && !before) {
            partitionedSince = time.nowNanos();
        }
        return partitioned && reason == null && time.nowNanos() - partitionedSince >= timing.confirmationNanos();
    }

    /**
     * Takes the locks away from their holders if time is up. Returns whether nothing is held any more from now on, which it
     * says once.
     */
    boolean drainIfDue() {
        if (reason == null || drained) {
            return false;
        }
        boolean timeIsUp = time.nowNanos() - drainUntil >= 0;
        if (!timeIsUp && lockTable.anyHeld()) {
            return false;
        }
        drained = true;
        drainedAt = time.nowNanos();
        lockTable.expireLease(reason);
        return true;
    }

    /** Whether the record may be removed from the registry: nothing is held or granted here any more. */
    boolean readyToLeave() {
        return drained;
    }

    /** Ends it once there is no record, or the registry has not answered for too long: then the others evict this node. */
    void completeIfDue(boolean mayHaveRecord) {
        complete |= drained && (!mayHaveRecord || time.nowNanos() - drainedAt >= timing.giveUpTimeoutNanos());
    }

    boolean isComplete() {
        return complete;
    }
}
