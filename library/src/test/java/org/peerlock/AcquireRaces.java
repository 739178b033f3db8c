package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A grant arrives at the moment when its request is given up. */
final class AcquireRaces {

    private AcquireRaces() {}

    /** The time of a request ends. */
    static final class Timeout extends ApiRace {

        private Optional<Grant> granted = Optional.empty();

        Timeout(String kind) throws InterruptedException {
            super(kind);
        }

        @Override
        public List<Actor> actors() {
            return List.of(() -> granted = lock.tryAcquire(SHORT).map(this::own), first::close);
        }

        @Override
        public String judge() throws InterruptedException {
            granted.ifPresent(Grant::close);
            mustBeFree();
            return granted.isPresent() ? "granted" : "timed out";
        }
    }

    /** A thread that asks whether the lock is free hears that it is held. */
    static final class Conflict extends ApiRace {

        private Optional<Grant> granted = Optional.empty();

        Conflict(String kind) throws InterruptedException {
            super(kind);
        }

        @Override
        public List<Actor> actors() {
            return List.of(() -> granted = lock.tryAcquire().map(this::own), first::close);
        }

        @Override
        public String judge() throws InterruptedException {
            granted.ifPresent(Grant::close);
            mustBeFree();
            return granted.isPresent() ? "granted" : "in use";
        }
    }

    /** A thread is interrupted while it waits. */
    static final class Interrupt extends ApiRace {

        private String outcome = "";

        Interrupt(String kind) throws InterruptedException {
            super(kind);
            runtime.interruptNextWait();
        }

        @Override
        public List<Actor> actors() {
            return List.of(this::acquire, first::close);
        }

        private void acquire() {
            try {
                Grant grant = own(lock.acquire());
                assertThat(Thread.interrupted()).as("still interrupted").isEqualTo(!runtime.interruptsNextWait());
                grant.close();
                outcome = "granted";
            } catch (InterruptedException e) {
                assertThat(Thread.interrupted()).as("still interrupted").isFalse();
                outcome = "interrupted";
            }
        }

        @Override
        public String judge() throws InterruptedException {
            mustBeFree();
            return outcome;
        }
    }

    /** A thread is interrupted while it waits for a lock that it must get. */
    static final class UninterruptibleWait extends ApiRace {

        private boolean interrupted;

        UninterruptibleWait(String kind) throws InterruptedException {
            super(kind);
            runtime.interruptNextWait();
        }

        @Override
        public List<Actor> actors() {
            return List.of(this::acquire, first::close);
        }

        private void acquire() {
            lock.lock();
            try {
                interrupted = Thread.interrupted();
                assertThat(interrupted).as("still interrupted").isEqualTo(!runtime.interruptsNextWait());
            } finally {
                lock.unlock();
            }
        }

        @Override
        public String judge() throws InterruptedException {
            mustBeFree();
            return interrupted ? "granted and interrupted" : "granted at once";
        }
    }

    /** Somebody completes the future of a request. */
    static final class Future extends ApiRace {

        private final String how;
        private final CompletableFuture<Grant> future;

        Future(String kind, String how) throws InterruptedException {
            super(kind);
            this.how = how;
            if (how.equals("refused")) {
                runtime.refuseCallbacks();
            }
            future = lock.acquireAsync();
        }

        @Override
        public List<Actor> actors() {
            return List.of(this::complete, first::close, runtime::runCallbacks);
        }

        private void complete() {
            switch (how) {
                case "failed" -> future.completeExceptionally(new IllegalStateException());
                case "completed" -> future.complete(null);
                default -> future.cancel(false);
            }
        }

        @Override
        public String judge() throws InterruptedException {
            settle();
            assertThat(future).isDone();
            @Nullable Grant grant = future.isCompletedExceptionally() ? null : future.join();
            if (grant != null) {
                own(grant).close();
            }
            mustBeFree();
            return grant == null ? future.isCancelled() ? "cancelled" : how : "granted";
        }
    }

    /** A thread waits for two locks, and gets one of them. */
    static final class SeveralLocks extends ApiRace {

        private final DistributedLock other = peerlock.lock("b");
        private final Grant firstOther = other.acquire();
        private String outcome = "";

        SeveralLocks(String kind) throws InterruptedException {
            super(kind);
        }

        @Override
        public List<Actor> actors() {
            return List.of(this::acquire, first::close, firstOther::close);
        }

        private void acquire() throws InterruptedException {
            Optional<Grants> grants = peerlock.tryAcquireAll(SHORT, other, lock);
            outcome = grants.isPresent() ? "granted" : "timed out";
            grants.ifPresent(both -> {
                own(both.of(lock));
                both.close();
            });
        }

        @Override
        public String judge() throws InterruptedException {
            mustBeFree(lock);
            mustBeFree(other);
            return outcome;
        }
    }

    /** This process leaves while a thread waits. */
    static final class LeaveWhileWaiting extends ApiRace {

        private String outcome = "";

        LeaveWhileWaiting(String kind) throws InterruptedException {
            super(kind);
        }

        @Override
        public List<Actor> actors() {
            return List.of(this::acquire, first::close, peerlock::close);
        }

        private void acquire() throws InterruptedException {
            try {
                outcome = own(lock.acquire()).release() ? "granted" : "lost";
            } catch (PeerlockClosedException e) {
                outcome = "closed";
            }
        }

        @Override
        public String judge() {
            return outcome;
        }
    }

    /** This process leaves after a request for which no thread waits. */
    static final class LeaveWithFuture extends ApiRace {

        private CompletableFuture<Grant> future = new CompletableFuture<>();

        LeaveWithFuture(String kind) throws InterruptedException {
            super(kind);
        }

        @Override
        public List<Actor> actors() {
            return List.of(this::acquire, this::leave);
        }

        private void acquire() {
            try {
                future = lock.acquireAsync();
            } catch (PeerlockClosedException e) {
                future.completeExceptionally(e);
            }
        }

        private void leave() {
            first.close();
            peerlock.close();
        }

        @Override
        public String judge() {
            settle();
            assertThat(future).isDone();
            if (future.isCompletedExceptionally()) {
                assertThat(future.handle((grant, failure) -> failure).join())
                        .isInstanceOf(PeerlockClosedException.class);
                return "closed";
            }
            assertThat(own(future.join()).isValid()).isFalse();
            return "lost";
        }
    }
}
