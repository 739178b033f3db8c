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

    private final Words words;
    private final int first;
    private final Lives lives;
    private final Room readers;
    private final GuardedCounter writers;
    private final Consumer<Finding> findings;

    GuardedCopies(Words words, int first, Lives lives, Room readers, Consumer<Finding> findings) {
        this.words = words;
        this.first = first;
        this.lives = lives;
        this.readers = readers;
        this.findings = findings;
        writers = new GuardedCounter(words, first, lives, findings);
    }

    /** Counts the writers. */
    GuardedCounter writers() {
        return writers;
    }

    void write(long life, Hold hold, Runnable inside) {
        writers.increment(life, hold, () -> {
            words.set(first + ONE, hold.fence());
            inside.run();
            words.set(first + OTHER, hold.fence());
            Set<Long> others = readers.inside().keySet();
            if (!others.isEmpty() && hold.isValid()) {
                findings.accept(new Finding("a writer met readers", "of lives " + others, others));
            }
        });
    }

    void read(int node, Hold hold, Runnable inside) {
        readers.enter(node, 1);
        try {
            Guard before = writers.guard();
            long one = words.get(first + ONE);
            inside.run();
            long other = words.get(first + OTHER);
            Guard after = writers.guard();
            long fence = writers.fence();
            if (hold.isValid()) {
                judge(hold, fence, before, after, one == other);
            }
        } finally {
            readers.leave(node, 1);
        }
    }

    private void judge(Hold hold, long fence, Guard before, Guard after, boolean same) {
        if (fence > hold.fence()) {
            findings.accept(
                    Finding.certain("a reader's fence is too small", hold.fence() + ", after a writer's " + fence));
        }
        Set<Long> writing = new TreeSet<>();
        if (before.open()) {
            writing.add(before.life());
        }
        if (!after.equals(before)) {
            writing.add(after.life());
        }
        if (writing.stream().anyMatch(lives::has)) {
            findings.accept(new Finding("a reader met a writer", "of lives " + writing, writing));
        } else if (writing.isEmpty() && !same) {
            findings.accept(new Finding("two copies differ", "written last by life " + after.life(), lives.all()));
        }
    }
}
