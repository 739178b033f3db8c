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
import org.peerlock.brain.Inquiry;
import org.peerlock.brain.Loss;
import org.peerlock.brain.Overview;
import org.peerlock.brain.Timing;
import org.peerlock.host.Application;
import org.peerlock.host.Host;

/** What all locks of a node share: where it lives, who waits, and what was lost. */
final class Node implements Application {

    /** Longer than anybody waits. */
    static final long FOREVER = Long.MAX_VALUE / 2;

    private static final String STANDSTILL = "this node stands still, and cannot answer for itself";

    private final String cluster;
    private final Timing timing;
    private final Losses losses = new Losses();
    private final Set<Seeker> seekers = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> member = new CompletableFuture<>();
    /** Completed when nothing will happen any more. */
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private final ThreadLocal<Map<String, Owned>> ownedLocks = ThreadLocal.withInitial(HashMap::new);
    private final ThreadLocal<Map<String, Owned>> ownedReadWriteLocks = ThreadLocal.withInitial(HashMap::new);
    private final Listeners listeners = new Listeners(() -> host().executor());
    private final Meters meters = new Meters();
    private volatile boolean closing;
    /** Why nothing will happen any more, unless it was asked to leave. */
    private volatile @Nullable IllegalStateException why;

    private final Host host;

    Node(String cluster, Timing timing, Host.Maker maker) {
        this.cluster = cluster;
        this.timing = timing;
        host = maker.start(this);
    }

    Host host() {
        return host;
    }

    String cluster() {
        return cluster;
    }

    Losses losses() {
        return losses;
    }

    /** The locks of a kind that the current thread has. */
    Map<String, Owned> owned(Capacity.Kind kind) {
        return (kind == Capacity.Kind.MUTEX ? ownedLocks : ownedReadWriteLocks).get();
    }

    /** For how long, in nanoseconds, it is waited to see whether a lock is free. */
    long glance() {
        return timing.glance();
    }

    // Membership

    /** Waits until this node is a member. */
    void join(Duration patience) throws InterruptedException {
        host.await(member, nanos(patience));
        if (member.isCompletedExceptionally()) {
            throw over();
        }
        if (!member.isDone()) {
            String reason = host.trouble()
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
        host.tell((brain, now) -> brain.leave(now, atOnce));
        try {
            uninterruptibly(ended, nanos(patience));
        } finally {
            host.stop();
            finish();
        }
    }

    // Waiting

    /** Waits until it is had. */
    Grant acquire(Door door) throws InterruptedException {
        Grant grant = acquire(door, FOREVER);
        if (grant == null) {
            throw new AssertionError("it waits for ever");
        }
        return grant;
    }

    /** Waits until it is had, and throws if that takes too long. */
    Grant acquire(Door door, Duration patience) throws InterruptedException {
        Grant grant = acquire(door, nanos(patience));
        if (grant == null) {
            throw tooLate(door.lock(), patience);
        }
        return grant;
    }

    /** Waits for a lock: the grant; null if the time is over. */
    @Nullable Grant acquire(Door door, long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Grant idle = takeIdle(door);
        if (idle != null || nanos <= 0) {
            return idle;
        }
        Seeker seeker = seek(door);
        try {
            host.await(seeker.decision(), nanos);
        } catch (InterruptedException e) {
            if (seeker.giveUp()) {
                throw e;
            }
            Thread.currentThread().interrupt(); // it came at the same moment
        } catch (RuntimeException | Error e) {
            abandon(seeker);
            throw e;
        } finally {
            seekers.remove(seeker);
        }
        return outcome(seeker);
    }

    /** The same, whatever happens to the thread meanwhile. */
    @Nullable Grant acquireUninterruptibly(Door door, long nanos) {
        Grant idle = takeIdle(door);
        if (idle != null || nanos <= 0) {
            return idle;
        }
        Seeker seeker = seek(door);
        try {
            uninterruptibly(seeker.decision(), nanos);
        } catch (RuntimeException | Error e) {
            abandon(seeker);
            throw e;
        } finally {
            seekers.remove(seeker);
        }
        return outcome(seeker);
    }

    /** Nobody will take what the seeker gets: it could not be waited for. */
    private static void abandon(Seeker seeker) {
        if (!seeker.giveUp() && !seeker.decision().isCompletedExceptionally()) {
            seeker.decision().join().release();
        }
    }

    /** Without waiting: whatever completes the future before the grant is there withdraws the request. */
    CompletableFuture<Grant> acquireAsync(Door door) {
        Grant idle = takeIdle(door);
        if (idle != null) {
            return CompletableFuture.completedFuture(idle);
        }
        Seeker seeker = seek(door);
        CompletableFuture<Grant> promise = new CompletableFuture<>();
        var unused = seeker.decision().whenComplete((grant, failure) -> {
            seekers.remove(seeker);
            try {
                host.executor().execute(() -> deliver(seeker, grant, failure, promise));
            } catch (RuntimeException e) { // it is full, or shut down
                deliver(seeker, grant, e, promise);
            }
        });
        unused = promise.whenComplete((grant, failure) -> seeker.giveUp());
        return promise;
    }

    private static void deliver(
            Seeker seeker, @Nullable Grant grant, @Nullable Throwable failure, CompletableFuture<Grant> promise) {
        if (grant != null) {
            seeker.measure(grant);
        }
        boolean delivered = failure == null ? promise.complete(grant) : promise.completeExceptionally(failure);
        if (grant != null && !(delivered && failure == null)) {
            grant.release();
        }
    }

    private @Nullable Grant takeIdle(Door door) {
        Grant idle = door.takeIdle();
        if (idle == null && gone()) {
            throw over();
        }
        return idle;
    }

    private Seeker seek(Door door) {
        Seeker seeker = new Seeker(door);
        seekers.add(seeker);
        if (gone()) { // perhaps after all others were told
            seeker.fail(over());
        }
        seeker.ask();
        return seeker;
    }

    private boolean gone() {
        return closing || ended.isDone();
    }

    private @Nullable Grant outcome(Seeker seeker) {
        if (seeker.giveUp()) {
            return null;
        }
        try {
            Grant grant = seeker.decision().join();
            seeker.measure(grant);
            return grant;
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException reason ? reason : e;
        }
    }

    private void uninterruptibly(CompletableFuture<?> event, long nanos) {
        long end = host.now() + nanos;
        boolean interrupted = false;
        boolean waits = true;
        while (waits) {
            try {
                host.await(event, end - host.now());
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
    static long nanos(Duration duration) {
        boolean countable = duration.compareTo(Duration.ofNanos(FOREVER)) < 0;
        return duration.isNegative() ? 0 : countable ? duration.toNanos() : FOREVER;
    }

    /** What to tell somebody who has waited in vain. */
    private PeerlockException tooLate(String lock, Duration patience) {
        String what = "lock '" + lock + "' was not acquired within " + patience + ": ";
        if (host.gates().current().open()) {
            return new AcquireTimeoutException(what + "others have it, or wait for it since longer");
        }
        return new RegistryUnavailableException(what
                + host.trouble()
                        .orElse("the members of cluster '" + cluster
                                + "' are about to change, or this node is no member"));
    }

    void released(String lock) {
        host.tell((brain, now) -> brain.released(now, lock));
    }

    /** Why nothing can be had from this node. */
    private IllegalStateException over() {
        IllegalStateException reason = why;
        return reason == null
                ? new IllegalStateException("this node has left cluster '" + cluster + "'")
                : new IllegalStateException(reason.getMessage(), reason);
    }

    // For whoever looks on

    Meters meters() {
        return meters;
    }

    Listeners listeners() {
        return listeners;
    }

    /** What there is to be seen at this node. */
    Overview overview() {
        CompletableFuture<Overview> seen = new CompletableFuture<>();
        host.tell((brain, now) -> seen.complete(brain.overview(now)));
        uninterruptibly(CompletableFuture.anyOf(seen, ended), timing.lease());
        if (!seen.isDone()) {
            throw gone() ? over() : new IllegalStateException(STANDSTILL);
        }
        return seen.join();
    }

    /**
     * Asks all members, and waits for their answers, but not longer than this.
     *
     * @param question made of what is to be told what has been found out
     */
    <T> T inquire(Function<Consumer<T>, Inquiry<?>> question, Duration patience) throws InterruptedException {
        if (gone()) {
            throw over();
        }
        CompletableFuture<T> found = new CompletableFuture<>();
        Inquiry<?> inquiry = question.apply(found::complete);
        host.tell((brain, now) -> brain.inquire(now, inquiry));
        try {
            host.await(found, nanos(patience));
        } finally { // whatever has happened to the thread, nobody waits for further answers
            host.tell((brain, now) -> brain.conclude(now, inquiry));
        }
        host.await(CompletableFuture.anyOf(found, ended), timing.lease());
        if (!found.isDone()) {
            throw gone() ? over() : new IllegalStateException(STANDSTILL);
        }
        return found.join();
    }

    // What the node tells

    @Override
    public void opened(Overview overview) {
        member.complete(null);
        listeners.changed(overview.epoch(), Overviews.members(overview));
    }

    @Override
    public void lost(String lock, long fence, Loss reason) {
        listeners.tell(listener -> listener.lockLost(lock, fence, reason));
    }

    @Override
    public void troubled(@Nullable String reason) {
        listeners.tell(listener -> {
            if (reason == null) {
                listener.registryTroubleEnded();
            } else {
                listener.registryTroubleBegan(reason);
            }
        });
    }

    @Override
    public void disagreed(String reason) {
        listeners.tell(listener -> listener.disagreed(reason));
    }

    @Override
    public void lapsed(long generation, Loss reason) {
        losses.lapsed(generation, reason);
    }

    @Override
    public void lost() {
        losses.tell();
    }

    @Override
    public void ended(@Nullable IllegalStateException reason) {
        if (reason != null) {
            why = reason;
            member.completeExceptionally(reason);
        }
        finish();
    }

    /** Nobody needs to wait any longer. */
    private void finish() {
        ended.complete(null);
        seekers.forEach(seeker -> seeker.fail(over()));
    }
}
