package org.peerlock.bench.harness;

import java.util.Locale;
import java.util.Map;

/**
 * What the threads of each process do: each picks a lock at random, acquires it, releases it, and
 * repeats.
 *
 * @param threads the number of threads in each process
 * @param locks the number of locks to pick from
 * @param readPercent the percentage of acquisitions that take the read side
 * @param permits the number of permits of a semaphore
 */
public record LockWorkload(Kind kind, int threads, int locks, int readPercent, int permits) {

    /** The kind of lock that is acquired. */
    public enum Kind {
        EXCLUSIVE,
        READ_WRITE,
        SEMAPHORE
    }

    public static LockWorkload exclusive(int threads, int locks) {
        return new LockWorkload(Kind.EXCLUSIVE, threads, locks, 0, 1);
    }

    public static LockWorkload readWrite(int threads, int readPercent) {
        return new LockWorkload(Kind.READ_WRITE, threads, 1, readPercent, 1);
    }

    public static LockWorkload semaphore(int threads, int permits) {
        return new LockWorkload(Kind.SEMAPHORE, threads, 1, 0, permits);
    }

    /** The options of the worker's {@code prepare} command. */
    public Map<String, String> options() {
        return Map.of(
                "kind", kind.name().toLowerCase(Locale.ROOT),
                "threads", Integer.toString(threads),
                "locks", Integer.toString(locks),
                "read-percent", Integer.toString(readPercent),
                "permits", Integer.toString(permits));
    }

    static LockWorkload of(Map<String, String> options) {
        return new LockWorkload(
                Kind.valueOf(Options.text(options, "kind").toUpperCase(Locale.ROOT)),
                Options.number(options, "threads"),
                Options.number(options, "locks"),
                Options.number(options, "read-percent"),
                Options.number(options, "permits"));
    }

    /** The locks of the calling thread. */
    RandomLockPicker picker(Subject subject) {
        Subject.ThreadLock[] first = new Subject.ThreadLock[locks];
        Subject.ThreadLock[] readLocks = kind == Kind.READ_WRITE ? new Subject.ThreadLock[locks] : first;
        for (int i = 0; i < locks; i++) {
            String name = kind.name().toLowerCase(Locale.ROOT) + "-" + i;
            switch (kind) {
                case EXCLUSIVE -> first[i] = subject.exclusive(name);
                case READ_WRITE -> {
                    first[i] = subject.write(name);
                    readLocks[i] = subject.read(name);
                }
                case SEMAPHORE -> first[i] = subject.permit(name, permits);
            }
        }
        return new RandomLockPicker(first, readLocks, readPercent);
    }
}
