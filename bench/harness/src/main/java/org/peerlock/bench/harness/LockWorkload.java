package org.peerlock.bench.harness;

import java.util.Locale;
import java.util.Map;

/**
 * What the threads of each process do: acquire one of some locks at random, release it, and so on.
 *
 * @param names how many locks there are
 * @param readersPercent how many of a hundred acquisitions are to read
 * @param permits how many a semaphore has
 */
public record LockWorkload(Kind kind, int threads, int names, int readersPercent, int permits) {

    /** What is acquired. */
    public enum Kind {
        EXCLUSIVE,
        READ_WRITE,
        SEMAPHORE
    }

    public static LockWorkload exclusive(int threads, int names) {
        return new LockWorkload(Kind.EXCLUSIVE, threads, names, 0, 1);
    }

    public static LockWorkload readWrite(int threads, int readersPercent) {
        return new LockWorkload(Kind.READ_WRITE, threads, 1, readersPercent, 1);
    }

    public static LockWorkload semaphore(int threads, int permits) {
        return new LockWorkload(Kind.SEMAPHORE, threads, 1, 0, permits);
    }

    /** As it is told to a worker. */
    public Map<String, String> options() {
        return Map.of(
                "kind", kind.name().toLowerCase(Locale.ROOT),
                "threads", Integer.toString(threads),
                "names", Integer.toString(names),
                "readers", Integer.toString(readersPercent),
                "permits", Integer.toString(permits));
    }

    static LockWorkload of(Map<String, String> options) {
        return new LockWorkload(
                Kind.valueOf(Options.text(options, "kind").toUpperCase(Locale.ROOT)),
                Options.number(options, "threads"),
                Options.number(options, "names"),
                Options.number(options, "readers"),
                Options.number(options, "permits"));
    }

    /** The keys that one thread has to these locks; called by it. */
    RandomLockPicker keys(Subject subject) {
        Subject.ThreadLock[] first = new Subject.ThreadLock[names];
        Subject.ThreadLock[] second = kind == Kind.READ_WRITE ? new Subject.ThreadLock[names] : first;
        for (int i = 0; i < names; i++) {
            String name = kind.name().toLowerCase(Locale.ROOT) + "-" + i;
            switch (kind) {
                case EXCLUSIVE -> first[i] = subject.exclusive(name);
                case READ_WRITE -> {
                    first[i] = subject.write(name);
                    second[i] = subject.read(name);
                }
                case SEMAPHORE -> first[i] = subject.permit(name, permits);
            }
        }
        return new RandomLockPicker(first, second, readersPercent);
    }
}
