package org.peerlock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.engine.lockword.GrantGate;
import org.peerlock.internal.engine.lockword.LockWord;
import org.peerlock.internal.engine.lockword.ReleaseOutcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ownership of a lock. It belongs to no thread: any may use it, and any may close it.
 *
 * <p>At any moment at most one grant of a lock is {@linkplain #isValid valid}, among all processes of the cluster; of a read-write
 * lock any number that read, or one that writes; of a semaphore as many as its permits allow. A grant may be lost: when this process
 * stands still or cannot reach the registry for longer than a lease, or leaves. Once lost it is never valid again.
 *
 * <p><b>Beware:</b> between the moment at which a grant is seen valid and the moment at which a write arrives, anything may
 * pass. Only what is written to can make sure, by refusing a {@linkplain #fence() fence} smaller than one it has seen.
 */
public final class Grant implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Grant.class);

    private static final VarHandle CLOSED;
    private static final VarHandle LOST;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            CLOSED = lookup.findVarHandle(Grant.class, "closed", boolean.class);
            LOST = lookup.findVarHandle(Grant.class, "lost", CompletableFuture.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final LockHandle handle;
    /** Where it is given back; null if it is to be told to the brain. */
    private final @Nullable LockWord word;

    private final long id;
    private final long fence;
    private final long generation;
    private final long since;

    @SuppressWarnings("unused") // by its handle
    private volatile boolean closed;

    private volatile @Nullable CompletableFuture<LockLossReason> lost;

    /**
     * @param id what the brain calls it, if it has no word
     * @param since when it was granted
     */
    Grant(LockHandle handle, @Nullable LockWord word, long id, long fence, long generation, long since) {
        this.handle = handle;
        this.word = word;
        this.id = id;
        this.fence = fence;
        this.generation = generation;
        this.since = since;
    }

    /** The name of the lock. */
    public String lock() {
        return handle.lock();
    }

    /** How many permits of a semaphore it has; 1 if it is of another kind. */
    public int permits() {
        return handle.request.permits();
    }

    /**
     * Of an exclusive grant, or one to write: greater than the fence of every one before, in whatever process. Of one to read: at
     * least that of every writer before it. Of permits: grows when the members of the cluster change, so that who was taken for
     * dead can be told from the living; it may grow while they are held. Once they were given back it is the one they were granted
     * with.
     *
     * @throws LockLostException if the grant was lost
     */
    public long fence() {
        GrantGate grantGate =
                node().runtime().gates().current(); // before it is seen valid: a later view may be one after its loss
        boolean valid = isValid();
        if (!valid && !closed) {
            throw exception();
        }
        boolean ofEpoch = valid && handle.request.capacity().kind() == Capacity.Kind.SEMAPHORE;
        return ofEpoch ? Math.max(fence, grantGate.epoch() << 32) : fence;
    }

    /** Whether it is neither lost nor closed. */
    public boolean isValid() {
        return !closed && lasts();
    }

    private boolean lasts() {
        return node().runtime().gates().valid(generation, node().runtime().now());
    }

    /** How long it stays valid at least if the lease is not renewed again; zero if it is not valid. */
    public Duration remaining() {
        GrantGate grantGate = node().runtime().gates().current();
        return isValid()
                ? Duration.ofNanos(
                        Math.max(0, grantGate.until() - node().runtime().now()))
                : Duration.ZERO;
    }

    /**
     * Completes with the reason if the grant is lost, and never if it is closed before that is told: then {@link #close} throws.
     * Runs on the node's executor.
     */
    public CompletionStage<LockLossReason> lost() {
        CompletableFuture<LockLossReason> present = lost;
        if (present != null) {
            return present.minimalCompletionStage();
        }
        CompletableFuture<LockLossReason> fresh = new CompletableFuture<>();
        if (!LOST.compareAndSet(this, null, fresh)) {
            return lost(); // another thread was faster
        }
        node().lossNotifier().watch(this);
        return fresh.minimalCompletionStage();
    }

    /**
     * Calls back, on the node's executor, if the grant is lost; at once if it is lost already; never if it is closed before
     * that is told: then {@link #close} throws.
     *
     * @return this
     */
    public Grant onLost(Consumer<? super LockLossReason> listener) {
        lost().thenAccept(listener).exceptionally(failure -> {
            LOG.warn("A listener for the loss of lock '{}' has failed", handle.lock(), failure);
            return null;
        });
        return this;
    }

    /**
     * Gives the lock back. Only the first call does anything.
     *
     * @throws LockLostException if it was lost before: then there was nothing to give back, and what was done under it may not
     *     have been done alone
     */
    @Override
    public void close() {
        if (!release()) {
            throw exception();
        }
    }

    /** Gives it back; whether it was still there, or closed before. */
    boolean release() {
        if (!CLOSED.compareAndSet(this, false, true)) {
            return true;
        }
        if (lost != null) {
            node().lossNotifier().forget(this);
        }
        long now = node().runtime().now();
        boolean kept = word == null ? releaseShared(now) : release(word, now);
        node().meters().released(handle.lock(), now - since);
        return kept;
    }

    private boolean release(LockWord where, long now) {
        ReleaseOutcome outcome =
                where.release(fence, generation, node().runtime().gates(), now);
        if (outcome == ReleaseOutcome.TELL) {
            node().released(handle.lock());
        }
        return outcome != ReleaseOutcome.LOST;
    }

    private boolean releaseShared(long now) {
        node().runtime().submit((engine, at) -> engine.release(at, handle.lock(), id));
        return node().runtime().gates().valid(generation, now);
    }

    /**
     * Of a read-write lock that is held to write: goes on to hold it to read, and nobody can write in between. Readers of this
     * process may come in at once, those of others when this process has given up all that it holds of the lock.
     *
     * @return what is held from now on; this one is closed
     * @throws LockLostException if it was lost before
     * @throws IllegalStateException if it is not held to write, or was closed
     */
    public Grant downgrade() {
        if (handle.request.capacity().kind() != Capacity.Kind.READ_WRITE || handle.request.mode() != Mode.EXCLUSIVE) {
            throw new IllegalStateException(this + " is not held to write");
        }
        if (!CLOSED.compareAndSet(this, false, true)) {
            throw new IllegalStateException(this + " cannot be downgraded");
        }
        if (lost != null) {
            node().lossNotifier().forget(this);
        }
        if (!node().runtime().gates().valid(generation, node().runtime().now())) {
            throw exception();
        }
        node().runtime().submit((engine, now) -> engine.downgrade(now, handle.lock(), id));
        return new Grant(
                new LockHandle(node(), AcquireRequest.read(handle.lock())), null, id, fence, generation, since);
    }

    LockLostException exception() {
        return new LockLostException(handle.lock(), fence, node().lossNotifier().reason(generation));
    }

    boolean isOf(DistributedLock other) {
        return handle.localNode == other.handle().localNode && handle.request.equals(other.handle().request);
    }

    long since() {
        return since;
    }

    boolean isClosed() {
        return closed;
    }

    /** Whether it was lost before it was closed. */
    boolean isLost() {
        return !lasts() && !closed;
    }

    long generation() {
        return generation;
    }

    void tellLost(LockLossReason reason) {
        CompletableFuture<LockLossReason> present = lost;
        if (present == null) {
            return;
        }
        try {
            node().runtime().executor().execute(() -> present.complete(reason));
        } catch (RuntimeException e) { // the node must not fail because of what the application has chosen
            LOG.warn("Nobody is told that lock '{}' was lost, for the executor refuses to do it", lock(), e);
        }
    }

    private LocalNode node() {
        return handle.localNode;
    }

    @Override
    public String toString() {
        return "Grant of '" + handle.lock() + "' with fence " + fence
                + (closed ? ", closed" : isValid() ? "" : ", lost");
    }
}
