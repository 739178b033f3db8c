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
    private final Consumer<Minute> onMinute;
    private final Findings findings = new Findings();
    private final List<Minute> minutes = new ArrayList<>();
    private Map<Count, Long> counted = Map.of();
    private long views;
    private long resets;
    private long kills;

    /** @param onMinute is told of each when it is over */
    Soak(Plan plan, Consumer<Minute> onMinute) {
        this.plan = plan;
        this.onMinute = onMinute;
    }

    Outcome run() throws IOException, InterruptedException {
        try (Cluster cluster = new Cluster(plan.directory, plan.registry, findings)) {
            cluster.start();
            soak(cluster);
            cluster.stop();
            return new Outcome(
                    plan,
                    kills,
                    minutes,
                    cluster.ledger().counts(),
                    counters(cluster.ledger()),
                    findings.explained(),
                    findings.unexplained());
        }
    }

    private void soak(Cluster cluster) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        long end = plan.time.toNanos();
        long nextKill = plan.killEvery.toNanos();
        long nextMinute = MINUTE;
        boolean well = true;
        while (well && (nextMinute <= end || nextKill < end)) {
            long next = Math.min(nextMinute, nextKill);
            TimeUnit.NANOSECONDS.sleep(next - (System.nanoTime() - begin));
            if (next == nextMinute) {
                well = measure(cluster);
                nextMinute += MINUTE;
            } else {
                cluster.replace(1 + (int) (kills % (Ledger.NODES - 1)));
                kills++;
                nextKill += plan.killEvery.toNanos();
            }
        }
        TimeUnit.NANOSECONDS.sleep(end - (System.nanoTime() - begin));
    }

    /** Whether the resident was there to be measured. */
    private boolean measure(Cluster cluster) throws IOException, InterruptedException {
        Optional<Vitals> vitals = cluster.vitals(RESIDENT);
        if (vitals.isPresent()) {
            Map<Count, Long> counts = cluster.ledger().counts();
            Map<Count, Long> since = new EnumMap<>(counts);
            since.replaceAll((kind, count) -> count - counted.getOrDefault(kind, 0L));
            Minute minute = new Minute(
                    minutes.size() + 1,
                    since,
                    vitals.get().views() - views,
                    vitals.get().resets() - resets,
                    vitals.get(),
                    Vitals.files(plan.registry.apply(RESIDENT)));
            counted = counts;
            views = vitals.get().views();
            resets = vitals.get().resets();
            minutes.add(minute);
            onMinute.accept(minute);
        }
        return vitals.isPresent();
    }

    private static Map<Count, List<GuardedCounter.Reading>> counters(Ledger ledger) {
        Map<Count, List<GuardedCounter.Reading>> counters = new EnumMap<>(Count.class);
        counters.put(Count.HOT, List.of(ledger.hot().read()));
        counters.put(
                Count.NAMES,
                IntStream.range(0, Ledger.NAMES)
                        .mapToObj(name -> ledger.name(name).read())
                        .toList());
        counters.put(Count.WRITES, List.of(ledger.copies().writers().read()));
        return counters;
    }
}
