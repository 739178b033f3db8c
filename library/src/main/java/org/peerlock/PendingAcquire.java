package org.peerlock;

import java.util.concurrent.CompletableFuture;
import org.peerlock.internal.engine.locks.Hold;
import org.peerlock.internal.engine.locks.Waiter;
import org.peerlock.internal.engine.lockword.LockWord;

/**
 * A request that waits for a lock. Its outcome is decided once: granted, cancelled or failed. So a
 * cancelled request is never granted, and a granted one cannot be cancelled.
 */
final class PendingAcquire implements Waiter {

    private final LockHandle handle;
    private final String label;
    private final long since;
    private final CompletableFuture<Grant> decision = new CompletableFuture<>();

    PendingAcquire(LockHandle handle) {
        this.handle = handle;
        label = handle.label();
        since = handle.localNode.runtime().now();
    }

    /** Completed on the engine's thread, so dependents must return quickly. */
    CompletableFuture<Grant> decision() {
        return decision;
    }

    void submit() {
        handle.localNode.runtime().submit((engine, now) -> engine.acquire(now, handle.request, this));
    }

    @Override
    public boolean offer(Hold hold) {
        LockWord word = hold.word();
        long now = handle.localNode.runtime().now();
        if (word != null) {
            word.note(hold.fence(), label, now);
            handle.remember(word);
        }
        return decision.complete(new Grant(handle, word, hold.id(), hold.fence(), hold.generation(), now));
    }

    @Override
    public void refuse(String reason) {
        fail(new LockRefusedException(reason));
    }

    @Override
    public String label() {
        return label;
    }

    /** Cancels the request, unless it is decided. Returns whether it is cancelled. */
    boolean cancel() {
        if (decision.cancel(false)) {
            handle.localNode.runtime().submit((engine, now) -> engine.cancel(now, handle.lock(), this));
        }
        return decision.isCancelled();
    }

    /** Fails the request, unless it is decided, and takes it out of the queue. */
    void withdraw(RuntimeException reason) {
        fail(reason);
        if (decision.isCompletedExceptionally()) {
            handle.localNode.runtime().submit((engine, now) -> engine.cancel(now, handle.lock(), this));
        }
    }

    /** Reports the wait to the meters; called by the thread that gets the grant. */
    void measure(Grant grant) {
        handle.localNode.meters().acquired(handle.lock(), grant.since() - since);
    }

    void fail(RuntimeException reason) {
        decision.completeExceptionally(reason);
    }
}
