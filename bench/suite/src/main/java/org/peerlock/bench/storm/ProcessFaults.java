package org.peerlock.bench.storm;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.peerlock.bench.process.NodeProcess;

/** Faults of processes and of their connections. */
final class ProcessFaults {

    static final int FEWEST = 3;
    private static final int MOST = 5;
    private static final int CUTS = 5;
    private static final long MOST_CALENDAR_MILLIS = Duration.ofHours(1).toMillis();
    private static final Duration CUT_INTERVAL = Duration.ofMillis(100);

    private final StormCluster cluster;
    private final Lock undisturbed;
    private final SplittableRandom random;

    /** @param undisturbed is held while a process is starting or stopped */
    ProcessFaults(StormCluster cluster, Lock undisturbed, SplittableRandom random) {
        this.cluster = cluster;
        this.undisturbed = undisturbed;
        this.random = random;
    }

    Map<FaultKind, Nemesis.Fault> all() {
        Map<FaultKind, Nemesis.Fault> faults = new EnumMap<>(FaultKind.class);
        faults.put(FaultKind.KILL, () -> cluster.kill(List.of(victim())));
        faults.put(FaultKind.KILL_ALL, () -> cluster.kill(cluster.names()));
        faults.put(FaultKind.TERMINATE, () -> cluster.terminate(victim()));
        faults.put(FaultKind.LEAVE, () -> cluster.leave(victim()));
        faults.put(FaultKind.JOIN, this::join);
        faults.put(FaultKind.PAUSE_SHORT, () -> pause(random.nextDouble(0.05, 0.6)));
        faults.put(FaultKind.PAUSE_LONG, () -> pause(random.nextDouble(1.1, 2)));
        faults.put(FaultKind.CALENDAR, this::setCalendar);
        faults.put(FaultKind.CUT, this::cut);
        faults.replaceAll((kind, fault) -> () -> strike(fault));
        return faults;
    }

    private void strike(Nemesis.Fault fault) throws IOException, InterruptedException {
        undisturbed.lock();
        try {
            fault.strike();
            cluster.start(Math.max(0, FEWEST - cluster.names().size()));
        } finally {
            undisturbed.unlock();
        }
    }

    private String victim() {
        List<String> names = cluster.names();
        return names.get(random.nextInt(names.size()));
    }

    private void join() throws IOException, InterruptedException {
        if (cluster.names().size() < MOST) {
            cluster.start(1);
        }
    }

    private void pause(double leases) throws IOException, InterruptedException {
        NodeProcess process = cluster.process(victim());
        process.pause();
        TimeUnit.NANOSECONDS.sleep((long) (leases * StormPlan.LEASE.toNanos()));
        process.resume();
    }

    /**
     * A calendar that jumps forward looks as if the machine had slept. It is never ahead of the true one:
     * the first epoch of a new registry comes from the calendar, so fences would go back if the next one
     * were made by a process that knows neither the registry nor that calendar.
     */
    private void setCalendar() throws InterruptedException {
        NodeProcess process = cluster.process(victim());
        process.send(StormNode.CALENDAR + -random.nextLong(MOST_CALENDAR_MILLIS));
        TimeUnit.NANOSECONDS.sleep(random.nextLong(StormPlan.LEASE.toNanos()));
        process.send(StormNode.CALENDAR + 0);
    }

    private void cut() throws InterruptedException {
        for (int i = 0; i < CUTS; i++) {
            cluster.names().forEach(name -> cluster.process(name).send(StormNode.CUT));
            TimeUnit.NANOSECONDS.sleep(random.nextLong(CUT_INTERVAL.toNanos()));
        }
    }
}
