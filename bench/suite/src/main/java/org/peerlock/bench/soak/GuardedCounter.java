package org.peerlock.bench.soak;

import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.peerlock.bench.process.SharedLongs;

/**
 * A counter that only the holder of a lock may increment, and that detects violations.
 *
 * <p>An increment is a plain read and a plain write, so that increments get lost if two processes
 * do it at once. A guard beside it counts the completed entries atomically. Both numbers must be
 * equal whenever a process enters.
 *
 * <pre>
 *   fence: mine, if it is greater than the last one
 *   guard: I am inside      (atomic: no other process has entered since I looked)
 *   count: one more than I read
 *   guard: I have left, one more entry is completed (atomic: no other process entered since)
 * </pre>
 *
 * A process that finds that another one has entered since, and that still holds the lock
 * <em>after</em> that, has held it together with the other one. A process that has lost the lock is
 * refused in the same way and does no harm; that is the purpose of fencing tokens.
 *
 * <p>A process that enters and finds another one still inside, whose process is dead, undoes its
 * increment. So it does not matter at which step a process is killed.
 */
final class GuardedCounter {

    /** The number of shared longs that it occupies. */
    static final int SIZE = 4;

    private static final int GUARD = 0;
    private static final int FENCE = 1;
    static final int COUNT = 2;
    private static final int INTERRUPTED = 3;

    private final SharedLongs longs;
    private final int offset;
    private final LiveProcesses live;
    private final Consumer<Anomaly> onAnomaly;

    GuardedCounter(SharedLongs longs, int offset, LiveProcesses live, Consumer<Anomaly> onAnomaly) {
        this.longs = longs;
        this.offset = offset;
        this.live = live;
        this.onAnomaly = onAnomaly;
    }

    /**
     * Adds one.
     *
     * @param inside runs between the read and the write, where another process would do most harm
     */
    void increment(long incarnation, SoakHold hold, Runnable inside) {
        enter(incarnation, hold).ifPresent(mine -> {
            long count = longs.get(offset + COUNT);
            inside.run();
            if (guard().equals(mine)) {
                longs.set(offset + COUNT, count + 1);
            }
            if (!longs.replace(offset + GUARD, mine.word(), mine.left().word())) {
                refuse(
                        hold,
                        "two processes were inside at once",
                        "incarnation " + guard().incarnation() + " entered with fencing token " + fence());
            }
        });
    }

    /** The guard of this entry; empty if the entry is refused. */
    private Optional<GuardWord> enter(long incarnation, SoakHold hold) {
        boolean fenced = false;
        while (true) {
            GuardWord before = guard();
            long last = fence();
            if (last > hold.fence() || (last == hold.fence() && !fenced)) {
                refuse(hold, "a fencing token did not increase", "the last one was " + last);
                return Optional.empty();
            }
            if (!longs.replace(offset + FENCE, last, hold.fence())) {
                continue;
            }
            fenced = true;
            GuardWord mine = before.enteredBy(incarnation);
            if (longs.replace(offset + GUARD, before.word(), mine.word())) {
                takeOver(before);
                return Optional.of(mine);
            }
        }
    }

    /** Checks the state that the previous process left, and repairs it. */
    private void takeOver(GuardWord before) {
        long count = longs.get(offset + COUNT);
        boolean incremented = before.inside() && count == before.completed() + 1;
        if (before.inside()) {
            longs.add(offset + INTERRUPTED, 1);
        }
        if (before.inside() && live.contains(before.incarnation())) {
            onAnomaly.accept(new Anomaly(
                    "another process was still inside",
                    "incarnation " + before.incarnation(),
                    Set.of(before.incarnation())));
        }
        if (count != before.completed() && !incremented) {
            onAnomaly.accept(
                    new Anomaly("a counter is wrong", count + " after " + before.completed() + " entries", live.all()));
        }
        longs.set(offset + COUNT, before.completed());
    }

    private void refuse(SoakHold hold, String kind, String detail) {
        if (hold.isValid()) {
            onAnomaly.accept(
                    Anomaly.unexplainable(kind, "while fencing token " + hold.fence() + " was valid, " + detail));
        }
    }

    GuardWord guard() {
        return GuardWord.of(longs.get(offset + GUARD));
    }

    long fence() {
        return longs.get(offset + FENCE);
    }

    /** The final state, after all processes have stopped. */
    FinalCount finalCount() {
        GuardWord guard = guard();
        boolean torn = guard.inside() && !live.contains(guard.incarnation());
        long interrupted = longs.get(offset + INTERRUPTED) + (torn ? 1 : 0);
        return new FinalCount(guard.completed(), longs.get(offset + COUNT), interrupted, torn);
    }

    /**
     * The final state of a counter.
     *
     * @param completed the number of completed entries
     * @param count the value of the counter
     * @param interrupted the number of entries that were not completed, because the process was
     *     killed or had lost the lock
     * @param torn whether the last process was killed inside, and may or may not have incremented
     */
    record FinalCount(long completed, long count, long interrupted, boolean torn) {

        boolean isExact() {
            return count == completed || (torn && count == completed + 1);
        }
    }
}
