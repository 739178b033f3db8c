package org.peerlock.live;

import java.util.ArrayList;
import java.util.LongSummaryStatistics;
import java.util.List;
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
     * What came of it.
     *
     * @param firstEpoch of the views in which locks were granted
     * @param lastEpoch the same as the first one if no view has changed
     */
    record Outcome(long acquisitions, long firstEpoch, long lastEpoch) {

        static Outcome parse(String text) {
            String[] words = text.split(" ", -1);
            return new Outcome(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
        }

        String text() {
            return acquisitions + " " + firstEpoch + " " + lastEpoch;
        }
    }

    /** One thread counts under the lock, for as long as it shall. */
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

    /** Several threads do. */
    static Outcome run(int threads, DistributedLock lock, SharedCounter counter, int who, BooleanSupplier goesOn)
            throws InterruptedException, ExecutionException {
        ExecutorService all = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Outcome>> outcomes = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                outcomes.add(all.submit(() -> run(lock, counter, who, goesOn)));
            }
            List<Outcome> done = new ArrayList<>();
            for (Future<Outcome> outcome : outcomes) {
                done.add(outcome.get());
            }
            return sum(done);
        } finally {
            all.shutdownNow();
        }
    }

    static Outcome sum(List<Outcome> outcomes) {
        return new Outcome(
                outcomes.stream().mapToLong(Outcome::acquisitions).sum(),
                outcomes.stream().mapToLong(Outcome::firstEpoch).min().orElseThrow(),
                outcomes.stream().mapToLong(Outcome::lastEpoch).max().orElseThrow());
    }
}
