package org.peerlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.effects.LostHold;
import org.peerlock.internal.engine.inspection.ConflictInquiry;
import org.peerlock.internal.engine.inspection.Inquiry;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.log.LogLimiter;
import org.peerlock.internal.os.StackRoom;
import org.peerlock.internal.protocol.NodeOverview;
import org.peerlock.internal.protocol.UnreachableMember;
import org.peerlock.internal.runtime.NodeObserver;
import org.peerlock.internal.runtime.NodeRuntime;
import org.peerlock.internal.runtime.UnreachableMembers;
import org.peerlock.internal.text.DurationText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all locks of a process share: the node's runtime, the pending requests, and the reasons of
 * losses.
 */
final class LocalNode implements NodeObserver {

    private static final Logger LOG = LoggerFactory.getLogger(Peerlock.class);

    /**
     * The members are asked again after this fraction of the time that {@code tryLock} may take,
     * and then after twice as long.
     */
    private static final int FIRST_CONFLICT_CHECK = 32;

    /** How many locks a line names if many are lost at the same moment. */
    private static final int NAMED_LOSSES = 3;

    private final String cluster;
    private final Timing timing;
    private final ShutdownSettings shutdown;
    private final LossNotifier lossNotifier = new LossNotifier();
    private final StopNotifier stopNotifier = new StopNotifier();
    private final Set<PendingAcquire> pendingAcquires = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> member = new CompletableFuture<>();
    /** Completed when the node has stopped, for whatever reason. */
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();

    private final ThreadLocal<Map<String, ThreadHold>> exclusiveHolds = ThreadLocal.withInitial(HashMap::new);
    private final ThreadLocal<Map<String, ThreadHold>> readWriteHolds = ThreadLocal.withInitial(HashMap::new);
    private final LogLimiter<CallbackProblem> logLimiter =
            new LogLimiter<>(CallbackProblem.class, () -> runtime().now());
    private final Listeners listeners =
            new Listeners((callback, onRefused) -> runtime().dispatch(callback, onRefused), logLimiter);
    private final LockMeters lockMeters = new LockMeters(logLimiter);
    private volatile boolean closing;
    /**
     * Makes the exception for every later call, if the node has stopped for another reason than
     * that it left.
     */
    private volatile @Nullable Supplier<PeerlockException> whyStopped;

    private final NodeRuntime runtime;

    LocalNode(String cluster, Timing timing, ShutdownSettings shutdown, NodeRuntime.Factory factory) {
        this.cluster = cluster;
        this.timing = timing;
        this.shutdown = shutdown;
        runtime = factory.start(this);
    }

    NodeRuntime runtime() {
        return runtime;
    }

    String cluster() {
        return cluster;
    }

    Timing timing() {
        return timing;
    }

    LossNotifier lossNotifier() {
        return lossNotifier;
    }

    StopNotifier stopNotifier() {
        return stopNotifier;
    }

    /** The locks of a kind that the current thread holds, by name. */
    Map<String, ThreadHold> threadHolds(Capacity.Kind kind) {
        return (kind == Capacity.Kind.MUTEX ? exclusiveHolds : readWriteHolds).get();
    }

    // Membership

    /**
     * Waits until this process is a member.
     *
     * @param begin when the timeout began
     */
    void join(Duration timeout, long begin) throws InterruptedException {
        runtime.await(member, Timeouts.toNanos(timeout) - (System.nanoTime() - begin));
        if (member.isCompletedExceptionally()) {
            throw stoppedException();
        }
        if (!member.isDone()) {
            throw joinTimeoutException(timeout);
        }
    }

    private PeerlockException joinTimeoutException(Duration timeout) {
        String what = "could not become a member of cluster '" + cluster + "' within "
                + DurationText.of(timeout.isNegative() ? Duration.ZERO : timeout) + ": ";
        Optional<String> difference = ask((engine, now) -> engine.settingsDifference());
        return difference.isPresent()
                ? new IncompatibleSettingsException(what + difference.get()
                        + "; and a process with the settings of the registry may be alive. " + NodeSettings.REMEDY)
                : new RegistryUnavailableException(
                        what + runtime.registryProblem().orElseGet(this::whoIsAwaited));
    }

    /** Which members do not answer, at which addresses, and since when. */
    private String whoIsAwaited() {
        return ask((engine, now) -> {
            List<UnreachableMember> unreachable = engine.unreachableMembers(now);
            return unreachable.isEmpty()
                    ? "other members do not respond, and their leases have not expired yet"
                    : unreachable.stream()
                                    .map(member ->
                                            UnreachableMembers.text(member, runtime.connectionProblem(member.id())))
                                    .collect(Collectors.joining("; "))
                            + ". A process joins only if it reaches all members: "
                            + UnreachableMembers.remedy(engine.address(), unreachable);
        });
    }

    /**
     * Begins to leave the cluster. Nothing is granted any more: a request that waited on might get a lock that nobody here may
     * have, and keep it from the others. Called again, it may only make the departure more urgent.
     *
     * @param drainNanos for how long holders may finish
     */
    void beginLeaving(long drainNanos) {
        closing = true;
        stopNotifier.tell();
        pendingAcquires.forEach(pending -> pending.withdraw(stoppedException()));
        runtime.submit((engine, now) -> engine.leave(now, drainNanos));
    }

    /** Leaves the cluster, and waits until that is done or the timeout has ended. */
    void leave(long drainNanos, long timeoutNanos) {
        beginLeaving(drainNanos);
        awaitEnd(timeoutNanos);
    }

    @Override
    public void onTerminating() {
        switch (shutdown.mode()) {
            case LEAVE_AT_ONCE -> beginLeaving(0);
            case DRAIN -> beginLeaving(shutdown.graceNanos());
            case AWAIT_CLOSE -> {
                stopNotifier.tell();
                runtime.schedule(shutdown.graceNanos(), (engine, now) -> beginLeaving(0));
            }
            case NONE -> {}
        }
    }

    /** Waits until this process has left. If that takes longer, it gives up everything and stops. */
    void awaitEnd(long nanos) {
        try {
            awaitUninterruptibly(stopped, nanos);
        } finally {
            runtime.stop();
            stop();
        }
    }

    // Waiting for locks

    /** Waits until the lock is granted. */
    Grant acquire(LockHandle handle) throws InterruptedException {
        return granted(acquire(handle, Timeouts.FOREVER));
    }

    private static Grant granted(@Nullable Grant grant) {
        if (grant == null) {
            throw new AssertionError("a wait without a timeout has timed out");
        }
        return grant;
    }

    /** Waits until the lock is granted, and throws if that takes longer than the timeout. */
    Grant acquire(LockHandle handle, Duration timeout) throws InterruptedException {
        Grant grant = acquire(handle, Timeouts.toNanos(timeout));
        if (grant == null) {
            throw timeoutException(handle.lock(), timeout);
        }
        return grant;
    }

    /** Waits for a lock. Returns null if it is not granted within the timeout. */
    @Nullable Grant acquire(LockHandle handle, long timeoutNanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Grant idle = takeIdle(handle);
        if (idle != null || timeoutNanos <= 0) {
            return idle;
        }
        PendingAcquire pending = startAcquire(handle);
        try {
            runtime.await(pending.decision(), timeoutNanos);
        } catch (InterruptedException e) {
            if (pending.cancel()) {
                throw e;
            }
            Thread.currentThread().interrupt(); // the grant came at the same moment, and wins
        } catch (RuntimeException | Error e) {
            abandon(pending);
            throw e;
        } finally {
            pendingAcquires.remove(pending);
        }
        return outcome(pending);
    }

    /** Waits until the lock is granted. An interrupt does not end the wait. */
    Grant acquireUninterruptibly(LockHandle handle) {
        Grant idle = takeIdle(handle);
        if (idle != null) {
            return idle;
        }
        PendingAcquire pending = startAcquire(handle);
        try {
            awaitUninterruptibly(pending.decision(), Timeouts.FOREVER);
        } catch (RuntimeException | Error e) {
            abandon(pending);
            throw e;
        } finally {
            pendingAcquires.remove(pending);
        }
        return granted(outcome(pending));
    }

    /**
     * Takes the lock if it is free. Returns null as soon as a member reports a holder that excludes
     * this request, or when that cannot be found out within {@link Timing#tryLockTimeoutNanos}.
     */
    @Nullable Grant tryAcquire(LockHandle handle) {
        Grant idle = takeIdle(handle);
        if (idle != null || handle.isHeldHere()) {
            return idle;
        }
        PendingAcquire pending = startAcquire(handle);
        try {
            awaitGrantOrConflict(pending, handle.request);
        } catch (RuntimeException | Error e) {
            abandon(pending);
            throw e;
        } finally {
            pendingAcquires.remove(pending);
        }
        return outcome(pending); // if both came at the same moment, the grant wins
    }

    /**
     * Asks the members several times, at growing intervals: while the lock passes between others,
     * it may be held nowhere at the moment when a member replies.
     */
    private void awaitGrantOrConflict(PendingAcquire pending, AcquireRequest request) {
        long timeout = timing.tryLockTimeoutNanos();
        long end = runtime.now() + timeout;
        CompletableFuture<Void> conflict = new CompletableFuture<>();
        CompletableFuture<?> either = CompletableFuture.anyOf(pending.decision(), conflict);
        List<Inquiry<?>> inquiries = new ArrayList<>();
        try {
            long pause = timeout / FIRST_CONFLICT_CHECK;
            for (long left = timeout; left > 0 && !either.isDone(); left = end - runtime.now()) {
                Inquiry<?> inquiry = new ConflictInquiry(request, runtime::now, () -> conflict.complete(null));
                inquiries.add(inquiry);
                runtime.submit((engine, now) -> {
                    if (!pending.decision().isDone()) {
                        engine.startInquiry(now, inquiry);
                    }
                });
                awaitUninterruptibly(either, Math.min(pause, left));
                pause *= 2;
            }
        } finally {
            runtime.submit((engine, now) -> inquiries.forEach(inquiry -> engine.finishInquiry(now, inquiry)));
        }
    }

    /** The wait itself has failed, so nobody will take the grant. */
    private static void abandon(PendingAcquire pending) {
        if (!pending.cancel() && !pending.decision().isCompletedExceptionally()) {
            pending.decision().join().release();
        }
    }

    /** Does not wait. Completing the future before the grant arrives withdraws the request. */
    CompletableFuture<Grant> acquireAsync(LockHandle handle) {
        Grant idle = takeIdle(handle);
        if (idle != null) {
            return CompletableFuture.completedFuture(idle);
        }
        PendingAcquire pending = startAcquire(handle);
        CompletableFuture<Grant> promise = new CompletableFuture<>();
        var unused = pending.decision().whenComplete((grant, failure) -> {
            pendingAcquires.remove(pending);
            runtime.dispatch(
                    () -> deliver(pending, grant, failure, promise),
                    refusal -> promise.completeExceptionally(failure == null ? refusal : failure));
        });
        unused = promise.whenComplete((delivered, failure) -> releaseUndelivered(pending, delivered));
        return promise;
    }

    /**
     * The promise is complete, and perhaps not by the grant: somebody cancelled it, it timed out, or
     * the executor refused the grant. Then the lock is released at once, on this thread: the executor
     * may be busy.
     */
    private static void releaseUndelivered(PendingAcquire pending, @Nullable Grant delivered) {
        if (!pending.cancel() && !pending.decision().isCompletedExceptionally()) {
            Grant grant = pending.decision().join();
            if (grant != delivered) {
                grant.release();
            }
        }
    }

    private static void deliver(
            PendingAcquire pending,
            @Nullable Grant grant,
            @Nullable Throwable failure,
            CompletableFuture<Grant> promise) {
        if (failure != null) {
            promise.completeExceptionally(failure);
        } else if (grant != null) {
            pending.measure(grant);
            promise.complete(grant);
        }
    }

    /** Every way to acquire a lock begins with this. */
    private @Nullable Grant takeIdle(LockHandle handle) {
        StackRoom.ACQUIRE.require();
        Grant idle = handle.takeIdle();
        if (idle == null && isStopped()) {
            throw stoppedException();
        }
        return idle;
    }

    private PendingAcquire startAcquire(LockHandle handle) {
        PendingAcquire pending = new PendingAcquire(handle);
        pendingAcquires.add(pending);
        pending.submit();
        if (isStopped()) { // perhaps all others were withdrawn a moment ago
            pending.withdraw(stoppedException());
        }
        return pending;
    }

    private boolean isStopped() {
        return closing || stopped.isDone();
    }

    private @Nullable Grant outcome(PendingAcquire pending) {
        if (pending.cancel()) {
            return null;
        }
        try {
            Grant grant = pending.decision().join();
            pending.measure(grant);
            return grant;
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException reason ? reason : e;
        }
    }

    private void awaitUninterruptibly(CompletableFuture<?> event, long timeoutNanos) {
        long end = runtime.now() + timeoutNanos;
        boolean interrupted = false;
        boolean waiting = true;
        while (waiting) {
            try {
                runtime.await(event, end - runtime.now());
                waiting = false;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private PeerlockException timeoutException(String lock, Duration timeout) {
        String what = "lock '" + lock + "' was not acquired within " + DurationText.of(timeout) + ": ";
        if (runtime.gates().current().open()) {
            return new AcquireTimeoutException(
                    what + "it was in use, perhaps by this process itself; Peerlock.inspect shows who holds it");
        }
        return new RegistryUnavailableException(what
                + runtime.registryProblem()
                        .orElse("the membership of cluster '" + cluster
                                + "' is changing, or this process is not a member"));
    }

    void released(String lock) {
        runtime.submit((engine, now) -> engine.onWordReleased(now, lock));
    }

    private PeerlockException stoppedException() {
        Supplier<PeerlockException> why = whyStopped;
        return why == null ? new PeerlockClosedException("this process has left cluster '" + cluster + "'") : why.get();
    }

    // Monitoring

    /** For lines about callbacks. */
    LogLimiter<CallbackProblem> logLimiter() {
        return logLimiter;
    }

    LockMeters meters() {
        return lockMeters;
    }

    Listeners listeners() {
        return listeners;
    }

    NodeOverview overview() {
        return ask(NodeEngine::overview);
    }

    /** Asks the node of this process. */
    private <T> T ask(BiFunction<NodeEngine, Long, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        runtime.submit((engine, now) -> answer.complete(question.apply(engine, now)));
        awaitUninterruptibly(CompletableFuture.anyOf(answer, stopped), timing.leaseNanos());
        return completed(answer);
    }

    /**
     * Asks all members, and waits for their replies until the timeout has ended.
     *
     * @param question makes the inquiry from the consumer of its result
     */
    <T> T inquire(Function<Consumer<T>, Inquiry<?>> question, Duration timeout) throws InterruptedException {
        if (isStopped()) {
            throw stoppedException();
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        Inquiry<?> inquiry = question.apply(result::complete);
        runtime.submit((engine, now) -> engine.startInquiry(now, inquiry));
        try {
            runtime.await(result, Timeouts.toNanos(timeout));
        } finally { // even if the thread was interrupted, nobody waits for further replies
            runtime.submit((engine, now) -> engine.finishInquiry(now, inquiry));
        }
        runtime.await(CompletableFuture.anyOf(result, stopped), timing.leaseNanos());
        return completed(result);
    }

    private <T> T completed(CompletableFuture<T> result) {
        if (!result.isDone()) {
            throw isStopped()
                    ? stoppedException()
                    : new NodeUnresponsiveException("the node of this process in cluster '" + cluster
                            + "' did not respond within a lease: something blocks its thread");
        }
        return result.join();
    }

    // Events of the node

    @Override
    public void onViewOpened(NodeOverview nodeOverview) {
        listeners.changed(nodeOverview.epoch(), OverviewMapping.members(nodeOverview));
        member.complete(null); // a thread that has waited for it finds the view
    }

    @Override
    public void onLocksLost(List<LostHold> lost, LossCause cause) {
        LockLossReason reason = LockLossReason.of(cause);
        log(lost, reason);
        lost.forEach(hold -> listeners.tell(listener -> listener.lockLost(hold.lock(), hold.fence(), reason)));
    }

    /** One line, however many were lost. */
    private static void log(List<LostHold> lost, LockLossReason reason) {
        String some = lost.stream()
                .sorted(Comparator.comparing(LostHold::lock).thenComparing(LostHold::fence))
                .limit(NAMED_LOSSES)
                .map(hold -> "'" + hold.lock() + "', held with fence " + hold.fence())
                .collect(Collectors.joining("; "));
        if (lost.size() == 1) {
            LOG.warn("Lost lock {}: {}", some, reason.description());
        } else {
            LOG.warn("Lost {} locks: {}. Among them: {}", lost.size(), reason.description(), some);
        }
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
    public void onLeaseExpired(long generation, LossCause cause) {
        lossNotifier.onLeaseExpired(generation, LockLossReason.of(cause));
    }

    @Override
    public void onHoldsLost() {
        lossNotifier.tell();
        stopNotifier.forgetLost();
    }

    @Override
    public void onLeft() {
        stop();
    }

    @Override
    public void onRefused(String message) {
        stop(() -> new IncompatibleSettingsException(message));
    }

    @Override
    public void onFailed(Throwable defect) {
        stop(() -> new NodeFailedException(
                "a defect stopped the node of this process in cluster '" + cluster + "': " + defect, defect));
    }

    private void stop(Supplier<PeerlockException> why) {
        whyStopped = why;
        member.completeExceptionally(why.get());
        stop();
    }

    /** Nothing will be granted any more, so nobody needs to wait. */
    private void stop() {
        stopped.complete(null);
        pendingAcquires.forEach(pending -> pending.fail(stoppedException()));
    }
}
