package org.peerlock.bench.soak;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.peerlock.bench.process.SharedLongs;

/**
 * A number that the holder of a write lock writes twice. A reader must find both copies equal, and
 * no writer.
 */
final class GuardedCopies {

    /** The number of shared longs that it occupies. */
    static final int SIZE = GuardedCounter.SIZE + 2;

    private static final int FIRST_COPY = GuardedCounter.SIZE;
    private static final int SECOND_COPY = FIRST_COPY + 1;

    private final SharedLongs longs;
    private final int offset;
    private final LiveProcesses live;
    private final OccupancyCounter readers;
    private final GuardedCounter writers;
    private final Consumer<Anomaly> onAnomaly;

    GuardedCopies(
            SharedLongs longs, int offset, LiveProcesses live, OccupancyCounter readers, Consumer<Anomaly> onAnomaly) {
        this.longs = longs;
        this.offset = offset;
        this.live = live;
        this.readers = readers;
        this.onAnomaly = onAnomaly;
        writers = new GuardedCounter(longs, offset, live, onAnomaly);
    }

    /** Counts the writers. */
    GuardedCounter writers() {
        return writers;
    }

    /** @param inside runs between the two writes */
    void write(long incarnation, SoakHold hold, Runnable inside) {
        writers.increment(incarnation, hold, () -> {
            longs.set(offset + FIRST_COPY, hold.fence());
            inside.run();
            longs.set(offset + SECOND_COPY, hold.fence());
            Set<Long> others = readers.inside().keySet();
            if (!others.isEmpty() && hold.isValid()) {
                onAnomaly.accept(new Anomaly("readers beside a writer", "of incarnations " + others, others));
            }
        });
    }

    /** @param inside runs between the two reads */
    void read(int node, SoakHold hold, Runnable inside) {
        readers.enter(node, 1);
        try {
            GuardWord before = writers.guard();
            long first = longs.get(offset + FIRST_COPY);
            inside.run();
            long second = longs.get(offset + SECOND_COPY);
            GuardWord after = writers.guard();
            long fence = writers.fence();
            if (hold.isValid()) {
                check(hold, fence, before, after, first == second);
            }
        } finally {
            readers.leave(node, 1);
        }
    }

    private void check(SoakHold hold, long fence, GuardWord before, GuardWord after, boolean equal) {
        if (fence > hold.fence()) {
            onAnomaly.accept(Anomaly.unexplainable(
                    "a reader's fencing token is too small", hold.fence() + ", after a writer's " + fence));
        }
        Set<Long> writing = new TreeSet<>();
        if (before.inside()) {
            writing.add(before.incarnation());
        }
        if (!after.equals(before)) {
            writing.add(after.incarnation());
        }
        if (writing.stream().anyMatch(live::contains)) {
            onAnomaly.accept(new Anomaly("a writer beside a reader", "of incarnations " + writing, writing));
        } else if (writing.isEmpty() && !equal) {
            onAnomaly.accept(
                    new Anomaly("two copies differ", "last written by incarnation " + after.incarnation(), live.all()));
        }
    }
}
