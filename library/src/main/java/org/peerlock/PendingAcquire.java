package org.peerlock;

import java.util.concurrent.CompletableFuture;
import org.peerlock.internal.engine.locks.Hold;
import org.peerlock.internal.engine.locks.Waiter;
import org.peerlock.internal.engine.lockword.LockWord;

/**
 * One who waits for a lock. What comes of it is decided once: the grant, or that it was given up, or that it was in vain. So who has
 * given up is never granted anything, and who was granted something cannot give it up.
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

    /** Completed on the brain's thread: whoever wants to know more than that it is, must not do so there. */
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

    /** Gives up, unless it is decided: whether it has given up. */
    boolean cancel() {
        if (decision.cancel(false)) {
            handle.localNode.runtime().submit((engine, now) -> engine.cancel(now, handle.lock(), this));
        }
        return decision.isCancelled();
    }

    /** Tells those who measure how long it has taken; on the thread that gets the grant. */
    void measure(Grant grant) {
        handle.localNode.meters().acquired(handle.lock(), grant.since() - since);
    }

    /** All was in vain. */
    void fail(RuntimeException reason) {
        decision.completeExceptionally(reason);
    }
}
