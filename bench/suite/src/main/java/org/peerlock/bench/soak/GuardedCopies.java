package org.peerlock.bench.soak;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** A number that is written twice by whoever holds a lock to write. Readers must find it twice the same, and nobody who writes. */
final class GuardedCopies {

    /** How many words it takes. */
    static final int SIZE = GuardedCounter.SIZE + 2;

    private static final int ONE = GuardedCounter.SIZE;
    private static final int OTHER = ONE + 1;

    private final SharedLongs sharedLongs;
    private final int first;
    private final LiveProcesses liveProcesses;
    private final OccupancyCounter readers;
    private final GuardedCounter writers;
    private final Consumer<Anomaly> findings;

    GuardedCopies(
            SharedLongs sharedLongs,
            int first,
            LiveProcesses liveProcesses,
            OccupancyCounter readers,
            Consumer<Anomaly> findings) {
        this.sharedLongs = sharedLongs;
        this.first = first;
        this.liveProcesses = liveProcesses;
        this.readers = readers;
        this.findings = findings;
        writers = new GuardedCounter(sharedLongs, first, liveProcesses, findings);
    }

    /** Counts the writers. */
    GuardedCounter writers() {
        return writers;
    }

    void write(long life, SoakHold soakHold, Runnable inside) {
        writers.increment(life, soakHold, () -> {
            sharedLongs.set(first + ONE, soakHold.fence());
            inside.run();
            sharedLongs.set(first + OTHER, soakHold.fence());
            Set<Long> others = readers.inside().keySet();
            if (!others.isEmpty() && soakHold.isValid()) {
                findings.accept(new Anomaly("a writer met readers", "of lives " + others, others));
            }
        });
    }

    void read(int node, SoakHold soakHold, Runnable inside) {
        readers.enter(node, 1);
        try {
            GuardWord before = writers.guard();
            long one = sharedLongs.get(first + ONE);
            inside.run();
            long other = sharedLongs.get(first + OTHER);
            GuardWord after = writers.guard();
            long fence = writers.fence();
            if (soakHold.isValid()) {
                judge(soakHold, fence, before, after, one == other);
            }
        } finally {
            readers.leave(node, 1);
        }
    }

    private void judge(SoakHold soakHold, long fence, GuardWord before, GuardWord after, boolean same) {
        if (fence > soakHold.fence()) {
            findings.accept(
                    Anomaly.certain("a reader's fence is too small", soakHold.fence() + ", after a writer's " + fence));
        }
        Set<Long> writing = new TreeSet<>();
        if (before.open()) {
            writing.add(before.life());
        }
        if (!after.equals(before)) {
            writing.add(after.life());
        }
        if (writing.stream().anyMatch(liveProcesses::has)) {
            findings.accept(new Anomaly("a reader met a writer", "of lives " + writing, writing));
        } else if (writing.isEmpty() && !same) {
            findings.accept(
                    new Anomaly("two copies differ", "written last by life " + after.life(), liveProcesses.all()));
        }
    }
}
