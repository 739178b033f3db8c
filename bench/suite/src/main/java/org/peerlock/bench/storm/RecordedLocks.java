package org.peerlock.bench.storm;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.peerlock.Grant;
import org.peerlock.LockLostException;
import org.peerlock.bench.storm.StormEvent.Asked;
import org.peerlock.bench.storm.StormEvent.Checked;
import org.peerlock.bench.storm.StormEvent.Failed;
import org.peerlock.bench.storm.StormEvent.GaveUp;
import org.peerlock.bench.storm.StormEvent.Granted;
import org.peerlock.bench.storm.StormEvent.Released;
import org.peerlock.bench.storm.StormEvent.Told;
import org.peerlock.bench.storm.StormEvent.Wrote;

/** Takes locks for the threads of one process, and records what they see. */
final class RecordedLocks {

    /** Longer than any storm. */
    static final Duration FOREVER = Duration.ofDays(1);

    private final FencedResources resources;
    private final StormRecord record;
    private final AtomicLong requests = new AtomicLong();

    RecordedLocks(FencedResources resources, StormRecord record) {
        this.resources = resources;
        this.record = record;
    }

    /** Records that something failed that should not. */
    void failed(Exception failure) {
        record.append(new Failed(failure.toString(), System.nanoTime()));
    }

    /** Takes a lock; empty if that takes too long. */
    Optional<RecordedGrant> acquire(StormLock.Usage usage, Duration timeout) throws InterruptedException {
        StormLock lock = usage.lock();
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
            return Optional.empty();
        }
        Grant grant = acquired.get();
        record.append(new Granted(request, firstFence(grant), before, after));
        grant.onLost(reason -> record.append(new Told(request, reason.toString(), System.nanoTime())));
        return Optional.of(new RecordedGrant(usage, grant, request));
    }

    /** The fence, also if the grant is lost already. */
    private static long firstFence(Grant grant) {
        try {
            return grant.fence();
        } catch (LockLostException e) {
            return e.fence();
        }
    }

    /** A lock in the hands of a thread. */
    final class RecordedGrant {

        private final StormLock.Usage usage;
        private final Grant grant;
        private final long request;

        private RecordedGrant(StormLock.Usage usage, Grant grant, long request) {
            this.usage = usage;
            this.grant = grant;
            this.request = request;
        }

        StormLock.Usage usage() {
            return usage;
        }

        /** Whether the grant is still valid. */
        boolean check() {
            long before = System.nanoTime();
            boolean valid = grant.isValid();
            record.append(new Checked(request, valid, before, System.nanoTime()));
            return valid;
        }

        /** Writes to the resource that the lock protects. */
        void write() {
            long before = System.nanoTime();
            try {
                long fence = grant.fence();
                boolean accepted = resources.write(usage.lock(), fence);
                record.append(new Wrote(request, fence, accepted, before, System.nanoTime()));
            } catch (LockLostException e) {
                record.append(new Checked(request, false, before, System.nanoTime()));
            }
        }

        void release() {
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
}
