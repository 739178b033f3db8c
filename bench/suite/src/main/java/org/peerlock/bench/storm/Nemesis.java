package org.peerlock.bench.storm;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.peerlock.bench.storm.StormEvent.Healed;
import org.peerlock.bench.storm.StormEvent.Struck;

/**
 * Strikes again and again. In each round every kind of fault strikes once, in a random order. The
 * first round is always complete.
 */
public final class Nemesis implements Callable<Integer> {

    /** Lets a fault happen, and returns when it is over. */
    public interface Fault {
        void strike() throws IOException, InterruptedException;
    }

    private final Map<FaultKind, Fault> faults;
    private final Duration duration;
    private final Duration greatestGap;
    private final StormRecord record;
    private final SplittableRandom random;

    /** @param greatestGap the longest time from the end of one fault to the next one */
    Nemesis(
            Map<FaultKind, Fault> faults,
            Duration duration,
            Duration greatestGap,
            StormRecord record,
            SplittableRandom random) {
        this.faults = faults;
        this.duration = duration;
        this.greatestGap = greatestGap;
        this.record = record;
        this.random = random;
    }

    /** Returns the number of rounds. */
    @Override
    public Integer call() throws IOException, InterruptedException {
        long start = System.nanoTime();
        int round = 0;
        do {
            round++;
            List<FaultKind> order = new ArrayList<>(faults.keySet());
            Collections.shuffle(order, new Random(random.nextLong()));
            for (FaultKind kind : order) {
                if (round == 1 || System.nanoTime() - start < duration.toNanos()) {
                    strike(kind);
                }
            }
        } while (System.nanoTime() - start < duration.toNanos());
        return round;
    }

    private void strike(FaultKind kind) throws IOException, InterruptedException {
        TimeUnit.NANOSECONDS.sleep(random.nextLong(greatestGap.toNanos()));
        record.append(new Struck(kind, System.nanoTime()));
        Fault fault = faults.get(kind);
        if (fault != null) {
            fault.strike();
        }
        record.append(new Healed(kind, System.nanoTime()));
    }
}
