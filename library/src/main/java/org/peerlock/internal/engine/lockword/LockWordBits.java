package org.peerlock.internal.engine.lockword;

/**
 * The bits of a {@link LockWord}, and its transitions as pure functions from one value to the next.
 *
 * <pre>
 *   bit 63      62        60      52       48     32      0
 *       | FRESH | WAITERS | state | passed | left | epoch | counter |
 * </pre>
 *
 * <p>The word contains the lowest 16 bits of the epoch. A value that a thread read long ago can
 * mislead it only if it was paused between two instructions for exactly a multiple of 2^16 view
 * changes, and the present view has had exactly as many grants as the one that it read.
 */
final class LockWordBits {

    static final long ABSENT = 0L << 60;
    static final long IDLE = 1L << 60;
    static final long HELD = 2L << 60;
    static final long WAITERS = 1L << 62;
    /**
     * The lock has recently come from another node, and it is not known yet whether that node wants
     * it again.
     */
    static final long FRESH = 1L << 63;

    /** How many grants are left if no other node wants the lock. */
    static final int UNLIMITED = 15;
    /** How often waiting threads may be passed over at most. */
    static final int MAX_BARGES = 255;
    /**
     * How often a fresh lock is taken before the loop checks whether another node has asked for it.
     */
    static final int FIRST = 2;

    private static final long STATE = 3L << 60;
    static final int PASSED = 52;
    private static final int LEFT = 48;
    private static final int EPOCH = 32;
    private static final long FOUR_BITS = 15;
    private static final long EIGHT_BITS = 255;
    private static final long IDENTITY = (1L << LEFT) - 1;
    private static final long COUNTER = (1L << EPOCH) - 1;
    /** One less than the greatest counter, because that one is never granted. */
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

    /** Whether the lock is held with this fence. */
    static boolean heldWith(long word, long fence) {
        return held(word) && sameIdentity(word, fence);
    }

    /** Whether a thread that has seen a view with this epoch may take the lock. */
    static boolean takeable(long word, long epoch) {
        return idle(word) && grantable(word) && sameIdentity(word, fence(epoch, word));
    }

    /** Whether one more grant is possible. Otherwise the node must give up the lock. */
    static boolean grantable(long word) {
        return left(word) > 0 && counter(word) < LAST_COUNTER;
    }

    /** A thread that came along takes the lock. */
    static long taken(long word) {
        long next = to(word, HELD) + 1;
        return left(word) == UNLIMITED ? next : next - (1L << LEFT);
    }

    /** The holder releases the lock. */
    static long released(long word) {
        int limit = fresh(word) ? FIRST : waiters(word) ? MAX_BARGES : Integer.MAX_VALUE;
        if (left(word) == 0 || passed(word) >= limit) {
            return to(word, ABSENT);
        }
        return to(word, IDLE) + (fresh(word) || waiters(word) ? 1L << PASSED : 0);
    }

    /**
     * Whether a release that led to this word must tell the loop. It must, for example, when waiting
     * threads are passed over for the first time: then the loop takes the lock or, if another thread
     * was faster, {@linkplain #takenBack marks the word} so that the next release leaves the lock to
     * the loop.
     */
    static boolean concernsLoop(long word) {
        return !idle(word) || (waiters(word) && passed(word) == 1) || left(word) != UNLIMITED;
    }

    // What the loop does.

    /** The lock has come. The last grant had this counter, and no other node wants the lock so far. */
    static long arrived(long word, long epoch, long counter) {
        return (word & WAITERS) | (long) UNLIMITED << LEFT | (epoch << EPOCH & IDENTITY) | counter;
    }

    /** The loop grants the lock to a thread that waits. */
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
