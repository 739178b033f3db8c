package org.peerlock.bench.storm;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.peerlock.bench.storm.StormEvent.Calm;
import org.peerlock.bench.storm.StormEvent.Struck;

/**
 * Starts processes, lets the nemeses of its environment strike at once, and lets everybody finish
 * when they have ended.
 */
public final class Storm {

    private static final String NEMESIS = "nemesis";
    private static final int PROGRESS_SECONDS = 10;

    private final StormPlan plan;
    private final StormEnvironment environment;
    private final Consumer<String> progress;
    private final SplittableRandom random;

    /** @param progress gets lines while the storm runs */
    public Storm(StormPlan plan, StormEnvironment environment, Consumer<String> progress) {
        this.plan = plan;
        this.environment = environment;
        this.progress = progress;
        random = new SplittableRandom(plan.seed());
    }

    /** Runs the storm, and judges it. The caller closes the environment. */
    public Verdict run() throws IOException, InterruptedException {
        StormRecord record = new StormRecord(plan.record(NEMESIS));
        StormCluster cluster = new StormCluster(plan, ProcessWork.STORM, environment, record, random.split());
        Thread cleanUp = new Thread(() -> cleanUp(cluster));
        Runtime.getRuntime().addShutdownHook(cleanUp);
        try {
            cluster.start(ProcessFaults.FEWEST);
            strike(cluster, record);
            record.append(new Calm(System.nanoTime()));
            progress.accept("no more faults; every process must get every lock");
            cluster.finish();
        } finally {
            Runtime.getRuntime().removeShutdownHook(cleanUp);
            cluster.killAll();
        }
        return judge(cluster.everyName());
    }

    private void cleanUp(StormCluster cluster) {
        try (environment) {
            cluster.killAll();
        } catch (IOException e) {
            System.err.println(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void strike(StormCluster cluster, StormRecord record) throws IOException, InterruptedException {
        Lock undisturbed = new ReentrantLock();
        List<Nemesis> nemeses = new ArrayList<>();
        nemeses.add(nemesis(
                new ProcessFaults(cluster, undisturbed, random.split()).all(), StormPlan.LEASE.dividedBy(2), record));
        for (StormEnvironment.Attack attack : environment.attacks(undisturbed, random.split(), progress)) {
            nemeses.add(nemesis(attack.faults(), attack.greatestGap(), record));
        }
        ExecutorService threads = Executors.newFixedThreadPool(nemeses.size());
        try {
            CompletionService<Integer> ended = new ExecutorCompletionService<>(threads);
            for (Nemesis each : nemeses) {
                var unused = ended.submit(each);
            }
            await(ended, nemeses.size());
        } finally {
            threads.shutdownNow();
        }
    }

    private Nemesis nemesis(Map<FaultKind, Nemesis.Fault> faults, Duration greatestGap, StormRecord record) {
        return new Nemesis(faults, plan.duration(), greatestGap, record, random.split());
    }

    /** Waits for all, or for the first one that fails. */
    private void await(CompletionService<Integer> ended, int nemeses) throws IOException, InterruptedException {
        long start = System.nanoTime();
        for (int left = nemeses; left > 0; ) {
            Future<Integer> nemesis = ended.poll(PROGRESS_SECONDS, TimeUnit.SECONDS);
            if (nemesis == null) {
                report(start);
            } else {
                left--;
                try {
                    nemesis.get();
                } catch (ExecutionException e) {
                    throw new IOException("a nemesis failed: " + e.getCause(), e);
                }
            }
        }
    }

    private void report(long start) throws IOException {
        List<Struck> faults = StormRecord.read(plan.record(NEMESIS)).stream()
                .filter(Struck.class::isInstance)
                .map(Struck.class::cast)
                .toList();
        progress.accept(String.format(
                Locale.ROOT,
                "%4d s  %d faults%s",
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start),
                faults.size(),
                faults.isEmpty()
                        ? ""
                        : ", the last one: "
                                + faults.get(faults.size() - 1).fault().title()));
    }

    private Verdict judge(List<String> names) throws IOException {
        return Judge.judge(plan.records(names), StormRecord.read(plan.record(NEMESIS)));
    }
}
