package org.peerlock.bench.storm;

import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.peerlock.Grant;
import org.peerlock.LockLostException;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockClosedException;
import org.peerlock.bench.storm.StormEvent.Asked;
import org.peerlock.bench.storm.StormEvent.Checked;
import org.peerlock.bench.storm.StormEvent.Failed;
import org.peerlock.bench.storm.StormEvent.GaveUp;
import org.peerlock.bench.storm.StormEvent.Granted;
import org.peerlock.bench.storm.StormEvent.Released;
import org.peerlock.bench.storm.StormEvent.Told;
import org.peerlock.bench.storm.StormEvent.Wrote;

/** A thread that takes locks and records what it sees, and in the end takes each lock once more. */
final class StormThread implements Runnable {

    /** Longer than any storm. */
    private static final Duration FOREVER = Duration.ofDays(1);

    private static final int SHORT_WAIT_PERCENT = 5;
    private static final int MAX_SHORT_WAIT_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(20);
    private static final int MAX_PAUSE_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(10);
    private static final int MAX_STEP_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(2);
    /** For about a moment. */
    static final int SHORT_HOLDS = 3;
    /** For a second, so that every fault finds a holder. */
    static final int LONG_HOLDS = 1_000;

    private final Peerlock peerlock;
    private final FencedResources resources;
    private final StormRecord record;
    private final AtomicLong requests;
    private final int mostSteps;
    private final BooleanSupplier finishing;
    private final SplittableRandom random;

    /**
     * @param requests how many requests this process has made
     * @param mostSteps how often it looks at its grant at most before it releases it
     */
    StormThread(
            Peerlock peerlock,
            FencedResources resources,
            StormRecord record,
            AtomicLong requests,
            int mostSteps,
            BooleanSupplier finishing,
            SplittableRandom random) {
        this.peerlock = peerlock;
        this.resources = resources;
        this.record = record;
        this.requests = requests;
        this.mostSteps = mostSteps;
        this.finishing = finishing;
        this.random = random;
    }

    @Override
    public void run() {
        try {
            while (!finishing.getAsBoolean()) {
                boolean hurried = random.nextInt(100) < SHORT_WAIT_PERCENT;
                use(
                        StormLock.of(random.nextInt(StormLock.COUNT)),
                        hurried ? Duration.ofNanos(random.nextInt(MAX_SHORT_WAIT_NANOS)) : FOREVER);
                LockSupport.parkNanos(random.nextInt(MAX_PAUSE_NANOS));
            }
            for (StormLock lock : StormLock.all().toList()) {
                use(lock, FOREVER);
            }
        } catch (PeerlockClosedException e) {
            // This process has left.
        } catch (RuntimeException | InterruptedException e) {
            record.append(new Failed(e.toString(), System.nanoTime()));
        }
    }

    private void use(StormLock lock, Duration timeout) throws InterruptedException {
        StormLock.Usage usage = lock.draw(peerlock, random);
        long request = requests.incrementAndGet();
        long before = System.nanoTime();
        record.append(new Asked(request, usage.use(), lock.name(), usage.weight(), lock.capacity(), before));
        Optional<Grant> acquired;
        try {
            acquired = usage.acquire().tryAcquire(timeout);
        } catch (RuntimeException e) {
            record.append(new GaveUp(request, System.nanoTime()));
            throw e;
        }
        long after = System.nanoTime();
        if (acquired.isEmpty()) {
            record.append(new GaveUp(request, after));
            return;
        }
        Grant grant = acquired.get();
        record.append(new Granted(request, firstFence(grant), before, after));
        grant.onLost(reason -> record.append(new Told(request, reason.toString(), System.nanoTime())));
        hold(grant, request, usage);
        release(grant, request);
    }

    /** The fence, also if the grant is lost already. */
    private static long firstFence(Grant grant) {
        try {
            return grant.fence();
        } catch (LockLostException e) {
            return e.fence();
        }
    }

    private void hold(Grant grant, long request, StormLock.Usage usage) {
        int steps = random.nextInt(mostSteps);
        for (int step = 0; step < steps && !finishing.getAsBoolean(); step++) {
            check(grant, request);
            if (usage.use().isAlone()) {
                write(grant, request, usage.lock());
            }
            LockSupport.parkNanos(random.nextInt(MAX_STEP_NANOS));
        }
        check(grant, request);
    }

    private void check(Grant grant, long request) {
        long before = System.nanoTime();
        boolean valid = grant.isValid();
        record.append(new Checked(request, valid, before, System.nanoTime()));
    }

    private void write(Grant grant, long request, StormLock lock) {
        long before = System.nanoTime();
        try {
            long fence = grant.fence();
            boolean accepted = resources.write(lock, fence);
            record.append(new Wrote(request, fence, accepted, before, System.nanoTime()));
        } catch (LockLostException e) {
            record.append(new Checked(request, false, before, System.nanoTime()));
        }
    }

    private void release(Grant grant, long request) {
        long before = System.nanoTime();
        boolean kept = true;
        try {
            grant.close();
        } catch (LockLostException e) {
            kept = false;
        }
        record.append(new Released(request, kept, before, System.nanoTime()));
    }
}
