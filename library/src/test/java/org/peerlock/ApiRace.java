package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.peerlock.schedule.Race;

/** A process whose lock {@code a} is held when the race begins, and what must hold in every race. */
abstract class ApiRace implements Race {

    static final Duration SHORT = Duration.ofMillis(1);

    final ScheduledRuntime runtime;
    final Peerlock peerlock;
    final DistributedLock lock;
    /** Holds the lock when the race begins. */
    final Grant first;

    private final List<Grant> owned = new ArrayList<>();

    /** @param kind of the lock: exclusive, which has a word, or write, which has none */
    ApiRace(String kind) throws InterruptedException {
        peerlock = ScheduledRuntime.start();
        runtime = ScheduledRuntime.of(peerlock);
        runtime.becomeMember();
        lock = kind.equals("exclusive")
                ? peerlock.lock("a")
                : peerlock.readWriteLock("a").writeLock();
        first = own(lock.acquire(SHORT));
    }

    @Override
    public final void onAllWait() {
        runtime.pass(ScheduledRuntime.TIMING.tickIntervalNanos());
    }

    /** The caller owns the grant from now on: nobody else may have got it, nor own a valid one. */
    final Grant own(Grant grant) {
        for (Grant other : owned) {
            assertThat(other).as("is delivered to one owner").isNotSameAs(grant);
            assertThat(other.isValid() && grant.isValid())
                    .as(other + " and " + grant + " are valid")
                    .isFalse();
        }
        owned.add(grant);
        return grant;
    }

    /** Everything that is under way comes to its end. */
    final void settle() {
        runtime.runCallbacks();
    }

    /** Nobody owns the lock, so that it can be acquired. */
    final void mustBeFree() throws InterruptedException {
        mustBeFree(lock);
    }

    final void mustBeFree(DistributedLock released) throws InterruptedException {
        settle();
        runtime.becomeMember();
        assertThat(released.tryAcquire(SHORT)).as("the lock is free").hasValueSatisfying(Grant::close);
    }
}
