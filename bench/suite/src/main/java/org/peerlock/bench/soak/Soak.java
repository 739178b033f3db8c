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
 * Three processes use all kinds of locks for a long time. The first process is never killed, to see
 * whether its resources grow. The other two are killed and replaced by turns.
 */
final class Soak {

    /** The process that is never killed. */
    private static final int LONG_LIVED_NODE = 0;

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /**
     * @param killInterval the time from one kill to the next
     * @param directory for logs and the ledger
     * @param registry the registry's directory of each node: the same for all, or else they do not
     *     exclude each other
     */
    record SoakPlan(Duration duration, Duration killInterval, Path directory, IntFunction<Path> registry) {

        static SoakPlan of(Duration duration, Duration killInterval, Path directory) {
            Path registry = directory.resolve("registry");
            return new SoakPlan(duration, killInterval, directory, node -> registry);
        }
    }

    private final SoakPlan plan;
    private final Consumer<MinuteReport> onMinute;
    private final Anomalies anomalies = new Anomalies();
    private final List<MinuteReport> minutes = new ArrayList<>();
    private Map<CountedEvent, Long> counted = Map.of();
    private long views;
    private long resets;
    private long kills;

    /** @param onMinute gets the report of each minute */
    Soak(SoakPlan plan, Consumer<MinuteReport> onMinute) {
        this.plan = plan;
        this.onMinute = onMinute;
    }

    SoakResult run() throws IOException, InterruptedException {
        try (SoakCluster cluster = new SoakCluster(plan.directory, plan.registry, anomalies)) {
            cluster.start();
            runSchedule(cluster);
            cluster.stop();
            return new SoakResult(
                    plan,
                    kills,
                    minutes,
                    cluster.ledger().counts(),
                    counters(cluster.ledger()),
                    anomalies.explained(),
                    anomalies.unexplained());
        }
    }

    private void runSchedule(SoakCluster cluster) throws IOException, InterruptedException {
        long start = System.nanoTime();
        long end = plan.duration.toNanos();
        long nextKill = plan.killInterval.toNanos();
        long nextMinute = MINUTE_NANOS;
        boolean alive = true;
        while (alive && (nextMinute <= end || nextKill < end)) {
            long next = Math.min(nextMinute, nextKill);
            TimeUnit.NANOSECONDS.sleep(next - (System.nanoTime() - start));
            if (next == nextMinute) {
                alive = report(cluster);
                nextMinute += MINUTE_NANOS;
            } else {
                cluster.replace(1 + (int) (kills % (SoakLedger.NODES - 1)));
                kills++;
                nextKill += plan.killInterval.toNanos();
            }
        }
        TimeUnit.NANOSECONDS.sleep(end - (System.nanoTime() - start));
    }

    /** Reports a minute. Returns false if the long-lived process did not answer. */
    private boolean report(SoakCluster cluster) throws IOException, InterruptedException {
        Optional<ProcessStatistics> statistics = cluster.statistics(LONG_LIVED_NODE);
        if (statistics.isPresent()) {
            Map<CountedEvent, Long> counts = cluster.ledger().counts();
            Map<CountedEvent, Long> increase = new EnumMap<>(counts);
            increase.replaceAll((event, count) -> count - counted.getOrDefault(event, 0L));
            MinuteReport report = new MinuteReport(
                    minutes.size() + 1,
                    increase,
                    statistics.get().views() - views,
                    statistics.get().resets() - resets,
                    statistics.get(),
                    ProcessStatistics.fileCount(plan.registry.apply(LONG_LIVED_NODE)));
            counted = counts;
            views = statistics.get().views();
            resets = statistics.get().resets();
            minutes.add(report);
            onMinute.accept(report);
        }
        return statistics.isPresent();
    }

    private static Map<CountedEvent, List<GuardedCounter.FinalCount>> counters(SoakLedger ledger) {
        Map<CountedEvent, List<GuardedCounter.FinalCount>> counters = new EnumMap<>(CountedEvent.class);
        counters.put(CountedEvent.HOT, List.of(ledger.hot().finalCount()));
        counters.put(
                CountedEvent.OTHERS,
                IntStream.range(0, SoakLedger.OTHER_LOCKS)
                        .mapToObj(index -> ledger.other(index).finalCount())
                        .toList());
        counters.put(CountedEvent.WRITES, List.of(ledger.copies().writers().finalCount()));
        return counters;
    }
}
