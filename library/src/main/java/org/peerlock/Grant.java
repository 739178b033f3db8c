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
import org.peerlock.internal.os.StackRoom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ownership of a lock, or of permits of a semaphore. It belongs to no thread: any thread may
 * use it, and any may close it. It is thread-safe.
 *
 * <p><b>Guaranteed:</b> at any moment at most one grant of an exclusive lock is
 * {@linkplain #isValid valid}, among all processes of the cluster. Of a read-write lock, either any
 * number of read grants are valid, or one write grant; of a semaphore, as many as its permits
 * allow.
 *
 * <p><b>A grant can be lost</b>, before it is closed: when this process is paused, or cannot reach
 * the registry, for longer than a lease, or when it leaves the cluster. A lost grant never becomes
 * valid again.
 *
 * <p><b>Not guaranteed:</b> that a write arrives while the grant is valid. Between a check of
 * {@link #isValid} and the arrival of a write, the process may be paused for any time. Only the
 * resource itself can close that gap: it must refuse a {@linkplain #fence() fencing token} that is
 * smaller than one it has seen. {@link FenceGuard} shows how.
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
    /** Where an exclusive lock is released; null if the engine must be told. */
    private final @Nullable LockWord word;

    private final long id;
    private final long fence;
    private final long generation;
    private final long since;

    @SuppressWarnings("unused") // written through its VarHandle
    private volatile boolean closed;

    /** Whether somebody wants to know that this process is told to stop. */
    private volatile boolean watchesStop;

    /** What releasing the word gave. It is kept because the engine may have to be told once more. */
    private @Nullable ReleaseOutcome released;

    private volatile @Nullable CompletableFuture<LockLossReason> lost;

    /**
     * @param id identifies the hold for the engine, if there is no word
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

    /** The lock's name. */
    public String lock() {
        return handle.lock();
    }

    /** How many permits of a semaphore it has; 1 for the other kinds of locks. */
    public int permits() {
        return handle.request.permits();
    }

    /**
     * The fencing token: a number by which a resource can refuse a holder that has lost the lock.
     *
     * <ul>
     *   <li>Of an exclusive lock or a write lock: greater than the token of every grant before, in
     *       any process.
     *   <li>Of a read lock: at least that of every writer before.
     *   <li>Of permits of a semaphore: it grows when the members of the cluster change, also while
     *       the permits are held. So it tells permits of evicted processes from those of members;
     *       it does not order holders. After {@link #close} it is the token with which they were
     *       granted.
     * </ul>
     *
     * <p>Tokens keep growing when processes restart. They are positive, and may exceed
     * 2<sup>53</sup>: write them as text where numbers are floating-point, as in JSON.
     *
     * @throws LockLostException if the grant was lost
     */
    public long fence() {
        GrantGate grantGate =
                node().runtime().gates().current(); // before the check: a later view may have begun after the loss
        boolean valid = isValid();
        if (!valid && !closed) {
            throw exception();
        }
        boolean ofEpoch = valid && handle.request.capacity().kind() == Capacity.Kind.SEMAPHORE;
        return ofEpoch ? Math.max(fence, grantGate.epoch() << 32) : fence;
    }

    /**
     * Whether the grant is neither lost nor closed, at the moment of the call. Cheap; sends no
     * messages.
     */
    public boolean isValid() {
        return !closed && lasts();
    }

    private boolean lasts() {
        return node().runtime().gates().valid(generation, node().runtime().now());
    }

    /**
     * For how long the grant stays valid at least, if the lease is not renewed again; zero if it is
     * not valid. Usually the lease is renewed, and the grant stays valid until it is closed.
     */
    public Duration remaining() {
        GrantGate grantGate = node().runtime().gates().current();
        return isValid()
                ? Duration.ofNanos(
                        Math.max(0, grantGate.until() - node().runtime().now()))
                : Duration.ZERO;
    }

    /**
     * A stage that completes with the reason if the grant is lost, on the
     * {@linkplain PeerlockBuilder#executor executor}. It never completes if the grant is closed
     * first; if the grant was lost by then, {@link #close} throws.
     */
    public CompletionStage<LockLossReason> lost() {
        CompletableFuture<LockLossReason> present = lost;
        if (present != null) {
            return present.minimalCompletionStage();
        }
        CompletableFuture<LockLossReason> fresh = new CompletableFuture<>();
        if (!LOST.compareAndSet(this, null, fresh)) {
            return lost(); // another thread was first
        }
        node().lossNotifier().watch(this);
        return fresh.minimalCompletionStage();
    }

    /**
     * Calls the listener, on the {@linkplain PeerlockBuilder#executor executor}, if the grant is
     * lost or was lost already. It is never called if the grant is closed first; if the grant was
     * lost by then, {@link #close} throws.
     *
     * @return this
     */
    public Grant onLost(Consumer<? super LockLossReason> listener) {
        lost().thenAccept(listener).exceptionally(failure -> {
            node().logLimiter()
                    .log(
                            CallbackProblem.LOSS_LISTENER_FAILED,
                            leftOut -> LOG.warn(
                                    "A listener for the loss of lock '{}' failed{}", handle.lock(), leftOut, failure));
            return null;
        });
        return this;
    }

    /**
     * Calls the listener, on the {@linkplain PeerlockBuilder#executor executor}, when this process is told to stop: when
     * its JVM begins to shut down, or {@link Peerlock#close()} is called. It is called once, at once if that was before. The grant
     * is still valid then; the listener can make the holder finish. It is not called if the grant is lost or closed first.
     *
     * <p>How long the holder may go on follows from {@link Peerlock#close(java.time.Duration)} and
     * {@link PeerlockBuilder#shutdown}. By default there is no time when the JVM shuts down: the grant is lost at once, and the
     * listener may not be called.
     *
     * @return this
     */
    public Grant onStopping(Runnable listener) {
        watchesStop = true;
        node().stopNotifier().watch(this, listener);
        return this;
    }

    void tellStopping(Runnable listener) {
        node().runtime().dispatch(() -> callIfValid(listener), refusal -> stopListenerFailed(refusal));
    }

    private void callIfValid(Runnable listener) {
        if (isValid()) {
            try {
                listener.run();
            } catch (Throwable e) { // even a checked exception, of another language
                stopListenerFailed(e);
            }
        }
    }

    private void stopListenerFailed(Throwable failure) {
        node().logLimiter()
                .log(
                        CallbackProblem.STOP_LISTENER_FAILED,
                        leftOut -> LOG.warn(
                                "The holder of lock '{}' could not be told that this process stops{}",
                                lock(),
                                leftOut,
                                failure));
    }

    /**
     * Releases the lock. Idempotent: only the first call has an effect, and only the first call
     * throws. If an {@link Error} ends the call, such as a stack overflow, the grant is not closed:
     * call it again.
     *
     * @throws LockLostException if the grant was lost before: what was done under it may have
     *     overlapped with another holder
     */
    @Override
    public void close() {
        StackRoom.RELEASE.require();
        if (!release()) {
            throw exception();
        }
    }

    /** Releases the lock. Returns false if the grant was lost before. */
    boolean release() {
        if (!CLOSED.compareAndSet(this, false, true)) {
            return true;
        }
        long now;
        boolean kept;
        try {
            forgetListeners();
            now = node().runtime().now();
            kept = word == null ? releaseShared(now) : release(word, now);
        } catch (RuntimeException | Error e) {
            closed = false; // whoever called has a reason to call again; a stack overflow allows no more than this
            throw e;
        }
        node().meters().released(handle.lock(), now - since);
        return kept;
    }

    private void forgetListeners() {
        if (lost != null) {
            node().lossNotifier().forget(this);
        }
        if (watchesStop) {
            node().stopNotifier().forget(this);
        }
    }

    private boolean release(LockWord where, long now) {
        ReleaseOutcome outcome = released;
        if (outcome == null) {
            outcome = where.release(fence, generation, node().runtime().gates(), now);
            released = outcome;
        }
        if (outcome == ReleaseOutcome.TELL) {
            node().released(handle.lock());
        }
        return outcome != ReleaseOutcome.LOST;
    }

    private boolean releaseShared(long now) {
        boolean kept =
                node().runtime().gates().valid(generation, now); // before: once it is released, this process may leave
        node().runtime().submit((engine, at) -> engine.release(at, handle.lock(), id));
        return kept;
    }

    /**
     * Turns a write grant into a read grant; nobody can write in between. Readers of this process
     * can get the lock at once, readers of other processes when this process has released all that
     * it holds of the lock.
     *
     * @return the read grant, which the caller must close; this grant is closed
     * @throws LockLostException if the grant was lost before
     * @throws IllegalStateException if this is not a write grant, or it was closed
     */
    public Grant downgrade() {
        StackRoom.RELEASE.require();
        if (handle.request.capacity().kind() != Capacity.Kind.READ_WRITE || handle.request.mode() != Mode.EXCLUSIVE) {
            throw new IllegalStateException(this + " is not a write grant");
        }
        if (!CLOSED.compareAndSet(this, false, true)) {
            throw new IllegalStateException(this + " cannot be downgraded, because it was closed");
        }
        forgetListeners();
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

    /** Whether the grant was lost before it was closed. */
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
        node().runtime().dispatch(() -> present.complete(reason), this::lossRefused);
    }

    private void lossRefused(Throwable refusal) {
        node().logLimiter()
                .log(
                        CallbackProblem.LOSS_REFUSED,
                        leftOut -> LOG.warn(
                                "The executor refused to report the loss of lock '{}'{}", lock(), leftOut, refusal));
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
