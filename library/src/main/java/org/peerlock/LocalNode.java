package org.peerlock;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.inspection.Inquiry;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.NodeOverview;
import org.peerlock.internal.runtime.NodeObserver;
import org.peerlock.internal.runtime.NodeRuntime;

/** What all locks of a node share: where it lives, who waits, and what was lost. */
final class LocalNode implements NodeObserver {

    /** Longer than anybody waits. */
    static final long FOREVER = Long.MAX_VALUE / 2;

    private static final String STANDSTILL = "this node stands still, and cannot answer for itself";

    private final String cluster;
    private final Timing timing;
    private final LossNotifier lossNotifier = new LossNotifier();
    private final Set<PendingAcquire> pendingAcquires = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> member = new CompletableFuture<>();
    /** Completed when nothing will happen any more. */
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private final ThreadLocal<Map<String, ThreadHold>> ownedLocks = ThreadLocal.withInitial(HashMap::new);
    private final ThreadLocal<Map<String, ThreadHold>> ownedReadWriteLocks = ThreadLocal.withInitial(HashMap::new);
    private final Listeners listeners = new Listeners(() -> runtime().executor());
    private final LockMeters lockMeters = new LockMeters();
    private volatile boolean closing;
    /** Why nothing will happen any more, unless it was asked to leave. */
    private volatile @Nullable IllegalStateException why;

    private final NodeRuntime runtime;

    LocalNode(String cluster, Timing timing, NodeRuntime.Factory factory) {
        this.cluster = cluster;
        this.timing = timing;
        runtime = factory.start(this);
    }

    NodeRuntime runtime() {
        return runtime;
    }

    String cluster() {
        return cluster;
    }

    LossNotifier lossNotifier() {
        return lossNotifier;
    }

    /** The locks of a kind that the current thread has. */
    Map<String, ThreadHold> owned(Capacity.Kind kind) {
        return (kind == Capacity.Kind.MUTEX ? ownedLocks : ownedReadWriteLocks).get();
    }

    /** For how long, in nanoseconds, it is waited to see whether a lock is free. */
    long tryLockTimeoutNanos() {
        return timing.tryLockTimeoutNanos();
    }

    // Membership

    /** Waits until this node is a member. */
    void join(Duration patience) throws InterruptedException {
        runtime.await(member, toNanos(patience));
        if (member.isCompletedExceptionally()) {
            throw leftException();
        }
        if (!member.isDone()) {
            String reason = runtime.registryProblem()
                    .orElse("the other members do not answer, or have not been silent for long enough to be dropped");
            throw new RegistryUnavailableException("could not become a member of cluster '" + cluster + "' within "
                    + inWords(patience) + ": " + reason);
        }
    }

    private static String inWords(Duration duration) {
        return duration.toMillisPart() == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }

    /** Leaves, and waits until that is done, or cannot be waited for any longer. */
    void leave(boolean atOnce, Duration patience) {
        closing = true;
        runtime.submit((engine, now) -> engine.leave(now, atOnce));
        try {
            uninterruptibly(ended, toNanos(patience));
        } finally {
            runtime.stop();
            finish();
        }
    }

    // Waiting

    /** Waits until it is had. */
    Grant acquire(LockHandle lockHandle) throws InterruptedException {
        Grant grant = acquire(lockHandle, FOREVER);
        if (grant == null) {
            throw new AssertionError("it waits for ever");
        }
        return grant;
    }

    /** Waits until it is had, and throws if that takes too long. */
    Grant acquire(LockHandle lockHandle, Duration patience) throws InterruptedException {
        Grant grant = acquire(lockHandle, toNanos(patience));
        if (grant == null) {
            throw tooLate(lockHandle.lock(), patience);
        }
        return grant;
    }

    /** Waits for a lock: the grant; null if the time is over. */
    @Nullable Grant acquire(LockHandle lockHandle, long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Grant idle = takeIdle(lockHandle);
        if (idle != null || nanos <= 0) {
            return idle;
        }
        PendingAcquire pendingAcquire = startAcquire(lockHandle);
        try {
            runtime.await(pendingAcquire.decision(), nanos);
        } catch (InterruptedException e) {
            if (pendingAcquire.cancel()) {
                throw e;
            }
            Thread.currentThread().interrupt(); // it came at the same moment
        } catch (RuntimeException | Error e) {
            abandon(pendingAcquire);
            throw e;
        } finally {
            pendingAcquires.remove(pendingAcquire);
        }
        return outcome(pendingAcquire);
    }

    /** The same, whatever happens to the thread meanwhile. */
    @Nullable Grant acquireUninterruptibly(LockHandle lockHandle, long nanos) {
        Grant idle = takeIdle(lockHandle);
        if (idle != null || nanos <= 0) {
            return idle;
        }
        PendingAcquire pendingAcquire = startAcquire(lockHandle);
        try {
            uninterruptibly(pendingAcquire.decision(), nanos);
        } catch (RuntimeException | Error e) {
            abandon(pendingAcquire);
            throw e;
        } finally {
            pendingAcquires.remove(pendingAcquire);
        }
        return outcome(pendingAcquire);
    }

    /** Nobody will take what the seeker gets: it could not be waited for. */
    private static void abandon(PendingAcquire pendingAcquire) {
        if (!pendingAcquire.cancel() && !pendingAcquire.decision().isCompletedExceptionally()) {
            pendingAcquire.decision().join().release();
        }
    }

    /** Without waiting: whatever completes the future before the grant is there withdraws the request. */
    CompletableFuture<Grant> acquireAsync(LockHandle lockHandle) {
        Grant idle = takeIdle(lockHandle);
        if (idle != null) {
            return CompletableFuture.completedFuture(idle);
        }
        PendingAcquire pendingAcquire = startAcquire(lockHandle);
        CompletableFuture<Grant> promise = new CompletableFuture<>();
        var unused = pendingAcquire.decision().whenComplete((grant, failure) -> {
            pendingAcquires.remove(pendingAcquire);
            try {
                runtime.executor().execute(() -> deliver(pendingAcquire, grant, failure, promise));
            } catch (RuntimeException e) { // it is full, or shut down
                deliver(pendingAcquire, grant, e, promise);
            }
        });
        unused = promise.whenComplete((grant, failure) -> pendingAcquire.cancel());
        return promise;
    }

    private static void deliver(
            PendingAcquire pendingAcquire,
            @Nullable Grant grant,
            @Nullable Throwable failure,
            CompletableFuture<Grant> promise) {
        if (grant != null) {
            pendingAcquire.measure(grant);
        }
        boolean delivered = failure == null ? promise.complete(grant) : promise.completeExceptionally(failure);
        if (grant != null && !(delivered && failure == null)) {
            grant.release();
        }
    }

    private @Nullable Grant takeIdle(LockHandle lockHandle) {
        Grant idle = lockHandle.takeIdle();
        if (idle == null && hasLeft()) {
            throw leftException();
        }
        return idle;
    }

    private PendingAcquire startAcquire(LockHandle lockHandle) {
        PendingAcquire pendingAcquire = new PendingAcquire(lockHandle);
        pendingAcquires.add(pendingAcquire);
        if (hasLeft()) { // perhaps after all others were told
            pendingAcquire.fail(leftException());
        }
        pendingAcquire.ask();
        return pendingAcquire;
    }

    private boolean hasLeft() {
        return closing || ended.isDone();
    }

    private @Nullable Grant outcome(PendingAcquire pendingAcquire) {
        if (pendingAcquire.cancel()) {
            return null;
        }
        try {
            Grant grant = pendingAcquire.decision().join();
            pendingAcquire.measure(grant);
            return grant;
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException reason ? reason : e;
        }
    }

    private void uninterruptibly(CompletableFuture<?> event, long nanos) {
        long end = runtime.now() + nanos;
        boolean interrupted = false;
        boolean waits = true;
        while (waits) {
            try {
                runtime.await(event, end - runtime.now());
                waits = false;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** So many nanoseconds, or for ever if that is too long to be counted. */
    static long toNanos(Duration duration) {
        boolean countable = duration.compareTo(Duration.ofNanos(FOREVER)) < 0;
        return duration.isNegative() ? 0 : countable ? duration.toNanos() : FOREVER;
    }

    /** What to tell somebody who has waited in vain. */
    private PeerlockException tooLate(String lock, Duration patience) {
        String what = "lock '" + lock + "' was not acquired within " + patience + ": ";
        if (runtime.gates().current().open()) {
            return new AcquireTimeoutException(what + "others have it, or wait for it since longer");
        }
        return new RegistryUnavailableException(what
                + runtime.registryProblem()
                        .orElse("the members of cluster '" + cluster
                                + "' are about to change, or this node is no member"));
    }

    void released(String lock) {
        runtime.submit((engine, now) -> engine.onWordReleased(now, lock));
    }

    /** Why nothing can be had from this node. */
    private IllegalStateException leftException() {
        IllegalStateException reason = why;
        return reason == null
                ? new IllegalStateException("this node has left cluster '" + cluster + "'")
                : new IllegalStateException(reason.getMessage(), reason);
    }

    // For whoever looks on

    LockMeters meters() {
        return lockMeters;
    }

    Listeners listeners() {
        return listeners;
    }

    /** What there is to be seen at this node. */
    NodeOverview overview() {
        CompletableFuture<NodeOverview> seen = new CompletableFuture<>();
        runtime.submit((engine, now) -> seen.complete(engine.overview(now)));
        uninterruptibly(CompletableFuture.anyOf(seen, ended), timing.leaseNanos());
        if (!seen.isDone()) {
            throw hasLeft() ? leftException() : new IllegalStateException(STANDSTILL);
        }
        return seen.join();
    }

    /**
     * Asks all members, and waits for their answers, but not longer than this.
     *
     * @param question made of what is to be told what has been found out
     */
    <T> T inquire(Function<Consumer<T>, Inquiry<?>> question, Duration patience) throws InterruptedException {
        if (hasLeft()) {
            throw leftException();
        }
        CompletableFuture<T> found = new CompletableFuture<>();
        Inquiry<?> inquiry = question.apply(found::complete);
        runtime.submit((engine, now) -> engine.startInquiry(now, inquiry));
        try {
            runtime.await(found, toNanos(patience));
        } finally { // whatever has happened to the thread, nobody waits for further answers
            runtime.submit((engine, now) -> engine.finishInquiry(now, inquiry));
        }
        runtime.await(CompletableFuture.anyOf(found, ended), timing.leaseNanos());
        if (!found.isDone()) {
            throw hasLeft() ? leftException() : new IllegalStateException(STANDSTILL);
        }
        return found.join();
    }

    // What the node tells

    @Override
    public void onViewOpened(NodeOverview nodeOverview) {
        member.complete(null);
        listeners.changed(nodeOverview.epoch(), OverviewMapping.members(nodeOverview));
    }

    @Override
    public void onLockLost(String lock, long fence, LossCause reason) {
        listeners.tell(listener -> listener.lockLost(lock, fence, reason));
    }

    @Override
    public void onRegistryProblem(@Nullable String reason) {
        listeners.tell(listener -> {
            if (reason == null) {
                listener.registryAvailable();
            } else {
                listener.registryUnavailable(reason);
            }
        });
    }

    @Override
    public void onKindConflict(String reason) {
        listeners.tell(listener -> listener.lockKindConflict(reason));
    }

    @Override
    public void onLeaseExpired(long generation, LossCause reason) {
        lossNotifier.onLeaseExpired(generation, reason);
    }

    @Override
    public void onHoldsLost() {
        lossNotifier.tell();
    }

    @Override
    public void onStopped(@Nullable IllegalStateException reason) {
        if (reason != null) {
            why = reason;
            member.completeExceptionally(reason);
        }
        finish();
    }

    /** Nobody needs to wait any longer. */
    private void finish() {
        ended.complete(null);
        pendingAcquires.forEach(pendingAcquire -> pendingAcquire.fail(leftException()));
    }
}
