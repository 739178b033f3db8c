package org.peerlock.bench.soak;

/**
 * The guard of a counter, packed into one 64-bit word: who entered last, and how often it was left.
 *
 * @param incarnation the process that entered last; 0 if none did
 * @param sequence increases with each entry and wraps around, so that no two consecutive entries
 *     are equal
 * @param inside whether the last process to enter is still inside
 * @param completed how many entries were completed
 */
record GuardWord(long incarnation, long sequence, boolean inside, long completed) {

    private static final int COMPLETED_BITS = 39;
    private static final int SEQUENCE_BITS = 10;
    private static final int INCARNATION_BITS = 14;

    private static final int INSIDE_SHIFT = COMPLETED_BITS;
    private static final int SEQUENCE_SHIFT = INSIDE_SHIFT + 1;
    private static final int INCARNATION_SHIFT = SEQUENCE_SHIFT + SEQUENCE_BITS;

    /** The greatest incarnation that fits. */
    static final long MAX_INCARNATION = ones(INCARNATION_BITS);

    private static long ones(int bits) {
        return (1L << bits) - 1;
    }

    static GuardWord of(long word) {
        return new GuardWord(
                word >>> INCARNATION_SHIFT,
                (word >>> SEQUENCE_SHIFT) & ones(SEQUENCE_BITS),
                ((word >>> INSIDE_SHIFT) & 1) == 1,
                word & ones(COMPLETED_BITS));
    }

    long word() {
        return (incarnation << INCARNATION_SHIFT)
                | (sequence << SEQUENCE_SHIFT)
                | (inside ? 1L << INSIDE_SHIFT : 0)
                | completed;
    }

    GuardWord enteredBy(long newcomer) {
        return new GuardWord(newcomer, (sequence + 1) & ones(SEQUENCE_BITS), true, completed);
    }

    GuardWord left() {
        return new GuardWord(incarnation, sequence, false, completed + 1);
    }
}
