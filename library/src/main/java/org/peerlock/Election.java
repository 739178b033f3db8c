package org.peerlock;

import java.util.concurrent.CompletableFuture;
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
    private final Consumer<? super Grant> onElected;
    private final Consumer<? super LockLossReason> onLost;
    private @Nullable CompletableFuture<Grant> candidacy;
    private @Nullable Grant leadership;
    private boolean closed;

    Election(DistributedLock lock, Consumer<? super Grant> onElected, Consumer<? super LockLossReason> onLost) {
        this.lock = lock;
        this.onElected = onElected;
        this.onLost = onLost;
    }

    synchronized void stand() {
        if (!closed) {
            CompletableFuture<Grant> asked = lock.acquireAsync();
            candidacy = asked;
            var unused = asked.whenComplete((grant, failure) -> {
                if (failure != null) {
                    failed(asked, failure);
                } else { // on the executor: the grant may be there already, and a leader may run for long
                    NodeRuntime runtime = lock.handle().localNode.runtime();
                    runtime.dispatch(() -> tryToLead(asked, grant), refusal -> failed(asked, refusal));
                }
            });
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
            elected(grant);
        } catch (Throwable e) { // even a checked exception, of another language
            failed(asked, e);
        }
    }

    private void elected(Grant grant) {
        synchronized (this) {
            if (closed) {
                grant.release();
                return;
            }
            leadership = grant;
        }
        grant.onLost(this::lost);
        onElected.accept(grant);
    }

    private void lost(LockLossReason reason) {
        synchronized (this) {
            if (closed) {
                return;
            }
            leadership = null;
        }
        try {
            onLost.accept(reason);
        } finally {
            if (reason != LockLossReason.LEFT
                    && reason != LockLossReason.FAILED) { // else this process acquires nothing any more
                stand();
            }
        }
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
        CompletableFuture<Grant> asked = candidacy;
        if (asked != null
                && !asked.cancel(false)
                && !asked.isCompletedExceptionally()) { // even if this process has not been told yet that it leads
            asked.join().release();
        }
    }
}
