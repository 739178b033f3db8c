package org.peerlock.live;

import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.peerlock.DistributedLock;
import org.peerlock.Grant;

/** Threads that do nothing but acquire a lock, count, and release. */
final class Load {

    private Load() {}

    /**
     * The result.
     *
     * @param firstEpoch the first epoch in which a lock was granted
     * @param lastEpoch the last such epoch: the same as the first if the view has not changed
     */
    record Outcome(long acquisitions, long firstEpoch, long lastEpoch) {

        static final Outcome NOTHING = new Outcome(0, Long.MAX_VALUE, Long.MIN_VALUE);

        Outcome plus(Outcome other) {
            return new Outcome(
                    acquisitions + other.acquisitions,
                    Math.min(firstEpoch, other.firstEpoch),
                    Math.max(lastEpoch, other.lastEpoch));
        }

        static Outcome parse(String text) {
            String[] words = text.split(" ", -1);
            return new Outcome(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
        }

        String text() {
            return acquisitions + " " + firstEpoch + " " + lastEpoch;
        }
    }

    /** One thread counts under the lock for the given time. */
    static Outcome run(DistributedLock lock, SharedCounter counter, int who, BooleanSupplier goesOn)
            throws InterruptedException {
        LongSummaryStatistics epochs = new LongSummaryStatistics();
        while (goesOn.getAsBoolean()) {
            try (Grant grant = lock.acquire()) {
                counter.count(who, grant.fence());
                epochs.accept(grant.fence() >>> 32);
            }
        }
        return new Outcome(epochs.getCount(), epochs.getMin(), epochs.getMax());
    }

    /** Several threads count under the lock. */
    static Outcome run(int threads, DistributedLock lock, SharedCounter counter, int who, BooleanSupplier goesOn)
            throws InterruptedException, ExecutionException {
        ExecutorService all = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Outcome>> counting = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                counting.add(all.submit(() -> run(lock, counter, who, goesOn)));
            }
            return sum(counting);
        } finally {
            all.shutdownNow();
        }
    }

    /** Waits for all, and returns the combined result. */
    static Outcome sum(List<Future<Outcome>> counting) throws InterruptedException, ExecutionException {
        Outcome sum = Outcome.NOTHING;
        for (Future<Outcome> outcome : counting) {
            sum = sum.plus(outcome.get());
        }
        return sum;
    }
}
