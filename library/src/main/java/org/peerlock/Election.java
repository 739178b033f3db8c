package org.peerlock;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.os.StackRoom;
import org.peerlock.internal.runtime.NodeRuntime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The candidacy of this process for a leadership, which continues after a lost leadership: see
 * {@link Peerlock#elect}. Thread-safe.
 *
 * <p>At most one process is leader at any moment, as long as its grant is valid. A leader that was
 * paused may not know yet that it has lost the leadership; the fencing token of its grant protects
 * what it writes to: see {@link Grant}.
 */
public final class Election implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Election.class);

    private final DistributedLock lock;
    /** Null if this process always takes part. */
    private final @Nullable BooleanSupplier healthCheck;

    private final Consumer<? super Grant> onElected;
    private final Consumer<? super LockLossReason> onLost;
    /** Null if this process takes no part now. */
    private @Nullable CompletableFuture<Grant> candidacy;

    private @Nullable Grant leadership;
    /** What the last health check said; null before the first one. */
    private @Nullable Boolean healthy;
    /** The number of times that this process has resigned for a while. */
    private long absences;

    private boolean absent;
    private boolean closed;

    Election(
            DistributedLock lock,
            @Nullable BooleanSupplier healthCheck,
            Consumer<? super Grant> onElected,
            Consumer<? super LockLossReason> onLost) {
        this.lock = lock;
        this.healthCheck = healthCheck;
        this.onElected = onElected;
        this.onLost = onLost;
    }

    /** Takes part from now on; with a health check, as soon as that says so. */
    void begin() {
        if (healthCheck == null) {
            stand();
        } else {
            check(healthCheck);
        }
    }

    private synchronized void stand() {
        boolean isUnhealthy = healthCheck != null && !Boolean.TRUE.equals(healthy);
        if (closed || absent || isUnhealthy || candidacy != null) {
            return;
        }
        CompletableFuture<Grant> asked = lock.acquireAsync();
        candidacy = asked;
        var unused = asked.whenComplete((grant, failure) -> {
            if (failure != null) {
                failed(asked, failure);
            } else { // on the executor: the grant may be there already, and a leader may run for long
                runtime().dispatch(() -> tryToLead(asked, grant), refusal -> failed(asked, refusal));
            }
        });
    }

    /** Takes part again, unless this process leaves. */
    private void standAgain() {
        try {
            stand();
        } catch (PeerlockException e) {
            LOG.debug("This process is no candidate for '{}' any more", lock.name(), e);
        }
    }

    /** If the leader could not be told, it must not lead. */
    private synchronized void failed(CompletableFuture<Grant> asked, Throwable failure) {
        if (asked.isCancelled() || failure instanceof PeerlockClosedException) {
            return; // somebody has ended the candidacy
        }
        LOG.warn("The election of the leader '{}' failed in this process", lock.name(), failure);
        if (!asked.isCompletedExceptionally() && leadership == null) {
            asked.join().release();
        }
    }

    private void tryToLead(CompletableFuture<Grant> asked, Grant grant) {
        try {
            elected(asked, grant);
        } catch (Throwable e) { // even a checked exception, of another language
            failed(asked, e);
        }
    }

    private void elected(CompletableFuture<Grant> asked, Grant grant) {
        synchronized (this) {
            if (closed || candidacy != asked) {
                grant.release();
                return;
            }
            leadership = grant;
        }
        grant.onLost(reason -> lost(grant, reason));
        onElected.accept(grant);
    }

    private void lost(Grant grant, LockLossReason reason) {
        synchronized (this) {
            if (closed || leadership != grant) {
                return;
            }
            leadership = null;
            candidacy = null;
        }
        try {
            onLost.accept(reason);
        } finally {
            if (reason != LockLossReason.LEFT
                    && reason != LockLossReason.FAILED) { // else this process acquires nothing any more
                standAgain();
            }
        }
    }

    // Resigning

    /**
     * Resigns, and stays away for some time, so that another candidate leads. After that this process takes part again.
     *
     * <p>If it leads, {@code onLost} is called with {@link LockLossReason#RESIGNED}, on the executor, <em>before</em> the
     * leadership passes on: what it stops then does not overlap with the next leader. This method does not wait for it. If
     * there is no other candidate, nobody leads for that time. Called again, the last call counts.
     *
     * @param away for how long, from now on; choose it longer than {@code onLost} takes. If it is zero, this process may lead
     *     again before any other
     */
    public void resign(Duration away) {
        StackRoom.RELEASE.require();
        long absence;
        synchronized (this) {
            if (closed) {
                return;
            }
            absences++;
            absence = absences;
            absent = true;
            withdraw();
        }
        runtime().schedule(Timeouts.toNanos(away), (engine, now) -> comeBack(absence));
    }

    private void comeBack(long absence) {
        synchronized (this) {
            if (absences != absence) {
                return; // it has resigned again
            }
            absent = false;
        }
        standAgain();
    }

    /** Takes no part any more. The leadership passes on when the application has been told, and has stopped. */
    private void withdraw() {
        CompletableFuture<Grant> asked = candidacy;
        Grant led = leadership;
        candidacy = null;
        leadership = null;
        if (led != null) {
            runtime().dispatch(() -> tellAndRelease(led), refusal -> {
                LOG.warn("The election of the leader '{}' failed in this process", lock.name(), refusal);
                led.release();
            });
        } else if (asked != null) {
            withdraw(asked);
        }
    }

    /** Even if this process has not been told yet that it leads. */
    private static void withdraw(CompletableFuture<Grant> asked) {
        if (!asked.cancel(false) && !asked.isCompletedExceptionally()) {
            asked.join().release();
        }
    }

    private void tellAndRelease(Grant led) {
        try {
            onLost.accept(LockLossReason.RESIGNED);
        } catch (Throwable e) { // even a checked exception, of another language
            LOG.warn("The election of the leader '{}' failed in this process", lock.name(), e);
        } finally {
            led.release();
        }
    }

    // Health

    private void check(BooleanSupplier health) {
        runtime().dispatch(() -> checked(health, isHealthy(health)), refusal -> checked(health, false));
    }

    private boolean isHealthy(BooleanSupplier health) {
        try {
            return health.getAsBoolean();
        } catch (Throwable e) { // even a checked exception, of another language
            LOG.debug("The health check of the election '{}' threw an exception", lock.name(), e);
            return false;
        }
    }

    private void checked(BooleanSupplier health, boolean now) {
        boolean returns;
        synchronized (this) {
            if (closed) {
                return;
            }
            Boolean before = healthy;
            healthy = now;
            returns = now && !Boolean.TRUE.equals(before);
            if (!now && !Boolean.FALSE.equals(before)) {
                LOG.warn("The health check of the election '{}' fails: this process takes no part in it", lock.name());
                withdraw();
            } else if (returns && before != null) {
                LOG.info("The health check of the election '{}' succeeds again", lock.name());
            }
        }
        if (returns) {
            standAgain();
        }
        runtime().schedule(lock.handle().localNode.timing().renewalIntervalNanos(), (engine, at) -> check(health));
    }

    /** Whether this process is the leader now. */
    public synchronized boolean isLeader() {
        Grant grant = leadership;
        return grant != null && grant.isValid();
    }

    /** Ends the candidacy. A leader resigns; {@code onLost} is not called then. Idempotent. */
    @Override
    public synchronized void close() {
        StackRoom.RELEASE.require();
        closed = true;
        if (candidacy != null) {
            withdraw(candidacy);
        }
    }

    private NodeRuntime runtime() {
        return lock.handle().localNode.runtime();
    }
}
