package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The lease expires while somebody uses a grant. */
final class LossRaces {

    private LossRaces() {}

    /** The owner begins to listen, and closes the grant. */
    static final class Told extends ApiRace {

        private final List<LockLossReason> told = new ArrayList<>();
        private boolean thrown;

        Told(String kind) throws InterruptedException {
            super(kind);
        }

        @Override
        public List<Actor> actors() {
            return List.of(this::listenAndClose, runtime::expire, runtime::runCallbacks);
        }

        private void listenAndClose() {
            first.onLost(told::add);
            thrown = !first.release();
        }

        @Override
        public String judge() throws InterruptedException {
            settle();
            assertThat(told).hasSizeLessThanOrEqualTo(thrown ? 1 : 0);
            mustBeFree();
            return thrown ? told.isEmpty() ? "thrown" : "told and thrown" : "released in time";
        }
    }

    /** The owner listens, and does not close the grant. */
    static final class ToldOnce extends ApiRace {

        private final List<LockLossReason> told = new ArrayList<>();

        ToldOnce(String kind) throws InterruptedException {
            super(kind);
        }

        @Override
        public List<Actor> actors() {
            return List.of(() -> first.onLost(told::add), runtime::expire, runtime::runCallbacks);
        }

        @Override
        public String judge() throws InterruptedException {
            settle();
            assertThat(told).containsExactly(LockLossReason.LEASE_EXPIRED);
            assertThat(runtime.dispatched()).as("calls of the executor").isEqualTo(1);
            mustBeFree();
            return "told";
        }
    }

    /** The owner closes a grant that it has lost, while another one acquires the lock. */
    static final class LateRelease extends ApiRace {

        private boolean inTime;
        private Optional<Grant> next = Optional.empty();

        LateRelease(String kind) throws InterruptedException {
            super(kind);
        }

        @Override
        public List<Actor> actors() {
            return List.of(() -> inTime = first.release(), this::loseAndAcquire);
        }

        private void loseAndAcquire() throws InterruptedException {
            runtime.expire();
            runtime.awaitMembership();
            next = lock.tryAcquire(SHORT).map(this::own);
        }

        @Override
        public String judge() throws InterruptedException {
            settle();
            if (next.isPresent()) {
                assertThat(next.get().isValid()).isTrue();
                assertThat(lock.tryAcquire(SHORT)).as("the lock is held").isEmpty();
                next.get().close();
            }
            mustBeFree();
            return next.isEmpty() ? "timed out" : inTime ? "in time" : "late";
        }
    }

    /** Two threads close the same grant. */
    static final class ClosedTwice extends ApiRace {

        private int kept;
        private int released;

        ClosedTwice(String kind) throws InterruptedException {
            super(kind);
            peerlock.addMeter(new LockMeter() {
                @Override
                public void acquired(String name, long waitedNanos) {}

                @Override
                public void released(String name, long heldNanos) {
                    released++;
                }
            });
        }

        @Override
        public List<Actor> actors() {
            return List.of(this::close, this::close);
        }

        private void close() {
            if (first.release()) {
                kept++; // read after the release, so that the other thread's count is not lost
            }
        }

        @Override
        public String judge() throws InterruptedException {
            assertThat(kept).as("neither is told of a loss").isEqualTo(2);
            assertThat(released).as("releases").isEqualTo(1);
            mustBeFree();
            return "released";
        }
    }

    /** A request is granted, and the lease expires. */
    static final class Granted extends ApiRace {

        private Optional<Grant> granted = Optional.empty();

        Granted(String kind) throws InterruptedException {
            super(kind);
        }

        @Override
        public List<Actor> actors() {
            return List.of(() -> granted = lock.tryAcquire(SHORT).map(this::own), first::release, this::expire);
        }

        private void expire() {
            runtime.expire();
            runtime.awaitMembership();
        }

        @Override
        public String judge() throws InterruptedException {
            boolean kept = granted.map(Grant::release).orElse(false);
            mustBeFree();
            return granted.isEmpty() ? "timed out" : kept ? "granted" : "lost";
        }
    }
}
