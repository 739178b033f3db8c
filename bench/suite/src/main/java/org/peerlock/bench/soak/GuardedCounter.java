package org.peerlock.bench.soak;

import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A counter that only the holder of a lock may touch, and that notices if another does.
 *
 * <p>It counts by reading a number and writing it again, so that counts get lost if two do it at once. A guard beside it counts in one atomic
 * step how many have finished: both numbers must be the same whenever somebody comes.
 *
 * <pre>
 *   fence: mine, if it is greater than the last one
 *   guard: I am in      (atomic: nobody else has come since I looked)
 *   count: one more than I have read
 *   guard: I have finished, one more is done      (atomic: nobody else has come since I am in)
 * </pre>
 *
 * Whoever finds that another has come since, and still holds the lock <em>after</em> that, has held it together with the other. One that has lost the
 * lock is refused in the same way, and does no harm; that is what fences are for.
 *
 * <p>Whoever comes and finds another one still in, whose process is dead, undoes what that one may have counted. So it does not matter at which
 * step a process is killed.
 */
final class GuardedCounter {

    /** How many words it takes. */
    static final int SIZE = 4;

    private static final int GUARD = 0;
    private static final int FENCE = 1;
    /** The word that counts. */
    static final int COUNT = 2;

    private static final int CUT_SHORT = 3;

    private final SharedLongs sharedLongs;
    private final int first;
    private final LiveProcesses liveProcesses;
    private final Consumer<Anomaly> findings;

    GuardedCounter(SharedLongs sharedLongs, int first, LiveProcesses liveProcesses, Consumer<Anomaly> findings) {
        this.sharedLongs = sharedLongs;
        this.first = first;
        this.liveProcesses = liveProcesses;
        this.findings = findings;
    }

    /**
     * Counts one.
     *
     * @param inside is run on the way, when others would do most harm
     */
    void increment(long life, SoakHold soakHold, Runnable inside) {
        claim(life, soakHold).ifPresent(mine -> {
            long count = sharedLongs.get(first + COUNT);
            inside.run();
            if (guard().equals(mine)) {
                sharedLongs.set(first + COUNT, count + 1);
            }
            if (!sharedLongs.replace(first + GUARD, mine.word(), mine.finished().word())) {
                refuse(
                        soakHold,
                        "two were inside at once",
                        "life " + guard().life() + " came in with fence " + fence());
            }
        });
    }

    /** The guard with which this one is in; empty if it is too late for that. */
    private Optional<GuardWord> claim(long life, SoakHold soakHold) {
        boolean fenced = false;
        while (true) {
            GuardWord before = guard();
            long last = fence();
            if (last > soakHold.fence() || (last == soakHold.fence() && !fenced)) {
                refuse(soakHold, "a fence has not grown", "the last one was " + last);
                return Optional.empty();
            }
            if (!sharedLongs.replace(first + FENCE, last, soakHold.fence())) {
                continue;
            }
            fenced = true;
            GuardWord mine = before.entered(life);
            if (sharedLongs.replace(first + GUARD, before.word(), mine.word())) {
                takeOver(before);
                return Optional.of(mine);
            }
        }
    }

    /** Looks at what the one before has left. */
    private void takeOver(GuardWord before) {
        long count = sharedLongs.get(first + COUNT);
        boolean underWay = before.open() && count == before.done() + 1;
        if (before.open()) {
            sharedLongs.add(first + CUT_SHORT, 1);
        }
        if (before.open() && liveProcesses.has(before.life())) {
            findings.accept(
                    new Anomaly("somebody was still inside", "life " + before.life() + " was", Set.of(before.life())));
        }
        if (count != before.done() && !underWay) {
            findings.accept(new Anomaly(
                    "a counter is wrong", count + " after " + before.done() + " entries", liveProcesses.all()));
        }
        sharedLongs.set(first + COUNT, before.done());
    }

    private void refuse(SoakHold soakHold, String what, String detail) {
        if (soakHold.isValid()) {
            findings.accept(Anomaly.certain(what, "while fence " + soakHold.fence() + " was valid, " + detail));
        }
    }

    GuardWord guard() {
        return GuardWord.of(sharedLongs.get(first + GUARD));
    }

    long fence() {
        return sharedLongs.get(first + FENCE);
    }

    /** Once nobody comes any more: how often somebody has finished, and what the counter shows. */
    Reading read() {
        GuardWord guardWord = guard();
        boolean torn = guardWord.open() && !liveProcesses.has(guardWord.life());
        long cutShort = sharedLongs.get(first + CUT_SHORT) + (torn ? 1 : 0);
        return new Reading(guardWord.done(), sharedLongs.get(first + COUNT), cutShort, torn);
    }

    /**
     * What a counter has come to.
     *
     * @param done how often somebody has finished
     * @param count what it shows
     * @param cutShort how often somebody has not, since it was killed or had lost the lock
     * @param torn whether the last one was killed there, and may or may not have counted
     */
    record Reading(long done, long count, long cutShort, boolean torn) {

        boolean isExact() {
            return count == done || (torn && count == done + 1);
        }
    }
}
