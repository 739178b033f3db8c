package org.peerlock.bench.storm;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.peerlock.bench.storm.StormEvent.Calm;
import org.peerlock.bench.storm.StormEvent.Struck;

/**
 * Starts processes, lets two nemeses strike at once, one the processes and one the registry, and
 * lets everybody finish when they have ended.
 */
final class Storm {

    private static final String NEMESIS = "nemesis";
    private static final int PROGRESS_SECONDS = 10;

    private final StormPlan plan;
    private final Consumer<String> progress;
    private final SplittableRandom random;

    /** @param progress gets lines while the storm runs */
    Storm(StormPlan plan, Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
        random = new SplittableRandom(plan.seed());
    }

    Verdict run() throws IOException, InterruptedException {
        StormRecord record = new StormRecord(plan.record(NEMESIS));
        StormCluster cluster = new StormCluster(plan, record, random.split());
        try (RegistryDisk disk = RegistryDisk.create(plan.disk())) {
            Thread cleanUp = new Thread(() -> cleanUp(cluster, disk));
            Runtime.getRuntime().addShutdownHook(cleanUp);
            try {
                cluster.start(ProcessFaults.FEWEST);
                strike(cluster, disk, record);
                record.append(new Calm(System.nanoTime()));
                progress.accept("no more faults; every process must get every lock");
                cluster.finish();
            } finally {
                Runtime.getRuntime().removeShutdownHook(cleanUp);
                cluster.killAll();
            }
        }
        return judge(cluster.everyName());
    }

    private static void cleanUp(StormCluster cluster, RegistryDisk disk) {
        try (disk) {
            cluster.killAll();
        } catch (IOException e) {
            System.err.println("cannot unmount the disk of the registry: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void strike(StormCluster cluster, RegistryDisk disk, StormRecord record)
            throws IOException, InterruptedException {
        Lock undisturbed = new ReentrantLock();
        Map<FaultKind, Nemesis.Fault> ofProcesses = new ProcessFaults(cluster, undisturbed, random.split()).all();
        Map<FaultKind, Nemesis.Fault> ofRegistry =
                new RegistryFaults(plan.registry(), disk, undisturbed, random.split()).all();
        for (FaultKind kind : List.copyOf(ofRegistry.keySet())) {
            disk.obstacle(kind).ifPresent(obstacle -> {
                ofRegistry.remove(kind);
                progress.accept("not this fault: " + kind.title() + ", because " + obstacle);
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            await(List.of(
                    threads.submit(nemesis(ofProcesses, StormPlan.LEASE.dividedBy(2), record)),
                    threads.submit(nemesis(ofRegistry, plan.registryGap(), record))));
        } finally {
            threads.shutdownNow();
        }
    }

    private Nemesis nemesis(Map<FaultKind, Nemesis.Fault> faults, Duration greatestGap, StormRecord record) {
        return new Nemesis(faults, plan.duration(), greatestGap, record, random.split());
    }

    private void await(List<Future<Integer>> nemeses) throws IOException, InterruptedException {
        long start = System.nanoTime();
        for (Future<Integer> each : nemeses) {
            boolean ended = false;
            while (!ended) { // it may have failed while another one was awaited
                try {
                    each.get(PROGRESS_SECONDS, TimeUnit.SECONDS);
                    ended = true;
                } catch (TimeoutException e) {
                    report(start);
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
        Map<String, List<StormEvent>> records = new HashMap<>();
        for (String name : names) {
            records.put(name, StormRecord.read(plan.record(name)));
        }
        return Judge.judge(records, StormRecord.read(plan.record(NEMESIS)));
    }
}
