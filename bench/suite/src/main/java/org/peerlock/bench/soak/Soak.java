package org.peerlock.bench.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Three processes use locks of all kinds for a long time. One, the resident, is never killed, so that one can see whether it grows; of the
 * other two one is killed every now and then, by turns.
 */
final class Soak {

    private static final int RESIDENT = 0;
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    /**
     * How long, and where.
     *
     * @param directory for logs and the ledger
     * @param registry the directory where each node meets the others: the same for all, or else they do not exclude each other
     */
    record Plan(Duration time, Duration killEvery, Path directory, IntFunction<Path> registry) {

        static Plan of(Duration time, Duration killEvery, Path directory) {
            Path registry = directory.resolve("registry");
            return new Plan(time, killEvery, directory, any -> registry);
        }
    }

    private final Plan plan;
    private final Consumer<MinuteReport> onMinute;
    private final Anomalies anomalies = new Anomalies();
    private final List<MinuteReport> minutes = new ArrayList<>();
    private Map<CountedEvent, Long> counted = Map.of();
    private long views;
    private long resets;
    private long kills;

    /** @param onMinute is told of each when it is over */
    Soak(Plan plan, Consumer<MinuteReport> onMinute) {
        this.plan = plan;
        this.onMinute = onMinute;
    }

    SoakResult run() throws IOException, InterruptedException {
        try (SoakCluster soakCluster = new SoakCluster(plan.directory, plan.registry, anomalies)) {
            soakCluster.start();
            soak(soakCluster);
            soakCluster.stop();
            return new SoakResult(
                    plan,
                    kills,
                    minutes,
                    soakCluster.ledger().counts(),
                    counters(soakCluster.ledger()),
                    anomalies.explained(),
                    anomalies.unexplained());
        }
    }

    private void soak(SoakCluster soakCluster) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        long end = plan.time.toNanos();
        long nextKill = plan.killEvery.toNanos();
        long nextMinute = MINUTE;
        boolean well = true;
        while (well && (nextMinute <= end || nextKill < end)) {
            long next = Math.min(nextMinute, nextKill);
            TimeUnit.NANOSECONDS.sleep(next - (System.nanoTime() - begin));
            if (next == nextMinute) {
                well = measure(soakCluster);
                nextMinute += MINUTE;
            } else {
                soakCluster.replace(1 + (int) (kills % (Ledger.NODES - 1)));
                kills++;
                nextKill += plan.killEvery.toNanos();
            }
        }
        TimeUnit.NANOSECONDS.sleep(end - (System.nanoTime() - begin));
    }

    /** Whether the resident was there to be measured. */
    private boolean measure(SoakCluster soakCluster) throws IOException, InterruptedException {
        Optional<ProcessStatistics> vitals = soakCluster.vitals(RESIDENT);
        if (vitals.isPresent()) {
            Map<CountedEvent, Long> counts = soakCluster.ledger().counts();
            Map<CountedEvent, Long> since = new EnumMap<>(counts);
            since.replaceAll((kind, count) -> count - counted.getOrDefault(kind, 0L));
            MinuteReport minuteReport = new MinuteReport(
                    minutes.size() + 1,
                    since,
                    vitals.get().views() - views,
                    vitals.get().resets() - resets,
                    vitals.get(),
                    ProcessStatistics.files(plan.registry.apply(RESIDENT)));
            counted = counts;
            views = vitals.get().views();
            resets = vitals.get().resets();
            minutes.add(minuteReport);
            onMinute.accept(minuteReport);
        }
        return vitals.isPresent();
    }

    private static Map<CountedEvent, List<GuardedCounter.Reading>> counters(Ledger ledger) {
        Map<CountedEvent, List<GuardedCounter.Reading>> counters = new EnumMap<>(CountedEvent.class);
        counters.put(CountedEvent.HOT, List.of(ledger.hot().read()));
        counters.put(
                CountedEvent.NAMES,
                IntStream.range(0, Ledger.NAMES)
                        .mapToObj(name -> ledger.name(name).read())
                        .toList());
        counters.put(CountedEvent.WRITES, List.of(ledger.copies().writers().read()));
        return counters;
    }
}
