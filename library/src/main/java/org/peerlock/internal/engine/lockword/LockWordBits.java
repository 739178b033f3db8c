package org.peerlock.internal.engine.lockword;

/**
 * What a {@link LockWord} can become: functions of the number it is, which change nothing.
 *
 * <pre>
 *   bit 63      62        60      52       48     32      0
 *       | FRESH | WAITERS | state | passed | left | epoch | counter |
 * </pre>
 *
 * <p>Of the epoch there are the lowest 16 bits. A thread is misled by a number that was read long ago only if it stood still
 * between two instructions for exactly a multiple of 2^16 view changes, with as many grants since the last one as before.
 */
final class LockWordBits {

    static final long ABSENT = 0L << 60;
    static final long IDLE = 1L << 60;
    static final long HELD = 2L << 60;
    static final long WAITERS = 1L << 62;
    /** The right has come from elsewhere lately, and whoever let it go may want it again: that is not known yet. */
    static final long FRESH = 1L << 63;

    /** How many grants are left if nobody else wants the lock. */
    static final int UNLIMITED = 15;
    /** How often threads that wait may be passed over, at most. */
    static final int MAX_BARGES = 255;
    /** How often a fresh right is taken before the loop looks whether another node has asked for it meanwhile. */
    static final int FIRST = 2;

    private static final long STATE = 3L << 60;
    static final int PASSED = 52;
    private static final int LEFT = 48;
    private static final int EPOCH = 32;
    private static final long FOUR_BITS = 15;
    private static final long EIGHT_BITS = 255;
    private static final long IDENTITY = (1L << LEFT) - 1;
    private static final long COUNTER = (1L << EPOCH) - 1;
    /** One less than the greatest counter, which is never granted. */
    private static final long LAST_COUNTER = COUNTER - 1;

    private LockWordBits() {}

    static boolean absent(long word) {
        return (word & STATE) == ABSENT;
    }

    static boolean idle(long word) {
        return (word & STATE) == IDLE;
    }

    static boolean held(long word) {
        return (word & STATE) == HELD;
    }

    static boolean waiters(long word) {
        return (word & WAITERS) != 0;
    }

    static boolean fresh(long word) {
        return (word & FRESH) != 0;
    }

    static int left(long word) {
        return (int) (word >>> LEFT & FOUR_BITS);
    }

    static int passed(long word) {
        return (int) (word >>> PASSED & EIGHT_BITS);
    }

    static long counter(long word) {
        return word & COUNTER;
    }

    static long fence(long epoch, long word) {
        return epoch << EPOCH | counter(word);
    }

    /** Whether it is held with this fence. */
    static boolean heldWith(long word, long fence) {
        return held(word) && sameIdentity(word, fence);
    }

    /** Whether a thread that takes the view for this one may take it. */
    static boolean takeable(long word, long epoch) {
        return idle(word) && grantable(word) && sameIdentity(word, fence(epoch, word));
    }

    /** Whether there may be one more grant; otherwise the right must be given back. */
    static boolean grantable(long word) {
        return left(word) > 0 && counter(word) < LAST_COUNTER;
    }

    /** By a thread that came along. */
    static long taken(long word) {
        long next = to(word, HELD) + 1;
        return left(word) == UNLIMITED ? next : next - (1L << LEFT);
    }

    /** By the one that holds it. */
    static long released(long word) {
        int limit = fresh(word) ? FIRST : waiters(word) ? MAX_BARGES : Integer.MAX_VALUE;
        if (left(word) == 0 || passed(word) >= limit) {
            return to(word, ABSENT);
        }
        return to(word, IDLE) + (fresh(word) || waiters(word) ? 1L << PASSED : 0);
    }

    /**
     * Whether the loop must be told of a release that led to this. When threads that wait are passed over for the first time, it is;
     * it takes the lock then, or, if it comes too late, {@linkplain #takenBack sees to it} that the next release leaves it to it.
     */
    static boolean concernsLoop(long word) {
        return !idle(word) || (waiters(word) && passed(word) == 1) || left(word) != UNLIMITED;
    }

    // By the loop.

    /** The right has come: the last grant had this counter, and nobody else wants it so far. */
    static long arrived(long word, long epoch, long counter) {
        return (word & WAITERS) | (long) UNLIMITED << LEFT | (epoch << EPOCH & IDENTITY) | counter;
    }

    /** For the first of those that wait. */
    static long granted(long word, boolean fresh) {
        return (taken(word) & ~(EIGHT_BITS << PASSED)) | (fresh ? FRESH : 0);
    }

    static long retained(long word, boolean fresh) {
        return to(word, IDLE) | (fresh ? FRESH : 0);
    }

    static long takenBack(long word) {
        if (!held(word)) {
            return to(word, ABSENT) & ~FRESH & ~(EIGHT_BITS << PASSED);
        }
        boolean passedOver = waiters(word) && passed(word) > 0;
        return passedOver ? word | (long) MAX_BARGES << PASSED : word;
    }

    static long limited(long word, int grants) {
        return withLeft(word, Math.min(left(word), held(word) ? grants - 1 : grants));
    }

    static long awaited(long word, boolean waiters) {
        return waiters ? word | WAITERS : word & ~WAITERS;
    }

    static long sealed(long word) {
        return held(word) ? withLeft(word, 0) : to(word, ABSENT);
    }

    static long lost(long word) {
        return to(word, ABSENT);
    }

    static String toString(long word) {
        return (absent(word) ? "absent" : idle(word) ? "idle" : "held")
                + " " + (word >>> EPOCH & IDENTITY >>> EPOCH) + ":" + counter(word)
                + (fresh(word) ? ", fresh" : "")
                + (left(word) == UNLIMITED ? "" : ", left " + left(word))
                + (waiters(word) ? ", waiters" : "")
                + (passed(word) == 0 ? "" : ", taken " + passed(word) + " times since");
    }

    private static boolean sameIdentity(long word, long fence) {
        return ((word ^ fence) & IDENTITY) == 0;
    }

    private static long to(long word, long state) {
        return (word & ~STATE) | state;
    }

    private static long withLeft(long word, int left) {
        return (word & ~(FOUR_BITS << LEFT)) | (long) left << LEFT;
    }
}
