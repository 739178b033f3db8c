package org.peerlock;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands for leader of a cluster, again and again: at most one process is leader at any moment, as far as a lock can say so. See
 * {@link Peerlock#elect}.
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
            Executor executor = lock.handle()
                    .localNode
                    .runtime()
                    .executor(); // for it may be there already, and who leads may do so for long
            var unused = asked.thenAcceptAsync(this::elected, executor).exceptionally(failure -> {
                failed(asked, failure);
                return null;
            });
        }
    }

    /** Nobody leads who could not be told so. */
    private synchronized void failed(CompletableFuture<Grant> asked, Throwable failure) {
        if (asked.isCancelled()) {
            return;
        }
        LOG.warn("Something is wrong with the election of '{}'", lock.name(), failure);
        if (!asked.isCompletedExceptionally() && leadership == null) {
            asked.join().release();
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
                    && reason != LockLossReason.FAILED) { // else there is nothing to stand for
                stand();
            }
        }
    }

    /** Whether this process is leader, and has not lost it. */
    public synchronized boolean isLeader() {
        Grant grant = leadership;
        return grant != null && grant.isValid();
    }

    /** Stands no more; a leader resigns, and is not told of a loss. */
    @Override
    public synchronized void close() {
        closed = true;
        if (candidacy != null) {
            candidacy.cancel(false);
        }
        if (leadership != null) {
            leadership.release();
        }
    }
}
