package org.peerlock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.peerlock.brain.Loss;
import org.peerlock.brain.word.Gate;
import org.peerlock.brain.word.LockWord;
import org.peerlock.brain.word.Release;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ownership of a lock. It belongs to no thread: any may use it, and any may close it.
 *
 * <p>At any moment at most one grant of a lock is {@linkplain #isValid valid}, among all processes of the cluster. A grant may be
 * lost: when this process stands still or cannot reach the registry for longer than a lease, or leaves. Once lost it is never valid
 * again.
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

    private final DistributedLock lock;
    private final LockWord word;
    private final long fence;
    private final long generation;

    @SuppressWarnings("unused") // by its handle
    private volatile boolean closed;

    private volatile @Nullable CompletableFuture<Loss> lost;

    Grant(DistributedLock lock, LockWord word, long fence, long generation) {
        this.lock = lock;
        this.word = word;
        this.fence = fence;
        this.generation = generation;
    }

    /** The name of the lock. */
    public String lock() {
        return lock.name();
    }

    /**
     * Greater than the fence of every grant of this lock before, in whatever process, and smaller than that of every later one.
     *
     * @throws LockLostException if the grant was lost
     */
    public long fence() {
        if (!isValid() && !closed) {
            throw exception();
        }
        return fence;
    }

    /** Whether it is neither lost nor closed. */
    public boolean isValid() {
        return !closed && lasts();
    }

    private boolean lasts() {
        return node().host().gates().valid(generation, node().host().now());
    }

    /** How long it stays valid at least if the lease is not renewed again; zero if it is not valid. */
    public Duration remaining() {
        Gate gate = node().host().gates().current();
        return isValid()
                ? Duration.ofNanos(Math.max(0, gate.until() - node().host().now()))
                : Duration.ZERO;
    }

    /**
     * Completes with the reason if the grant is lost, and never if it is closed before that is told: then {@link #close} throws.
     * Runs on the node's executor.
     */
    public CompletionStage<Loss> lost() {
        CompletableFuture<Loss> present = lost;
        if (present != null) {
            return present.minimalCompletionStage();
        }
        CompletableFuture<Loss> fresh = new CompletableFuture<>();
        if (!LOST.compareAndSet(this, null, fresh)) {
            return lost(); // another thread was faster
        }
        node().losses().watch(this);
        return fresh.minimalCompletionStage();
    }

    /**
     * Calls back, on the node's executor, if the grant is lost; at once if it is lost already; never if it is closed before
     * that is told: then {@link #close} throws.
     *
     * @return this
     */
    public Grant onLost(Consumer<? super Loss> listener) {
        lost().thenAccept(listener).exceptionally(failure -> {
            LOG.warn("A listener for the loss of lock '{}' has failed", lock.name(), failure);
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
            node().losses().forget(this);
        }
        Release outcome = word.release(
                fence, generation, node().host().gates(), node().host().now());
        if (outcome == Release.TELL) {
            node().released(lock.name());
        }
        return outcome != Release.LOST;
    }

    LockLostException exception() {
        return new LockLostException(lock.name(), fence, node().losses().reason(generation));
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

    void tellLost(Loss reason) {
        CompletableFuture<Loss> present = lost;
        if (present == null) {
            return;
        }
        try {
            node().host().executor().execute(() -> present.complete(reason));
        } catch (RuntimeException e) { // the node must not fail because of what the application has chosen
            LOG.warn("Nobody is told that lock '{}' was lost, for the executor refuses to do it", lock.name(), e);
        }
    }

    private Node node() {
        return lock.node();
    }

    @Override
    public String toString() {
        return "Grant of '" + lock.name() + "' with fence " + fence + (closed ? ", closed" : isValid() ? "" : ", lost");
    }
}
