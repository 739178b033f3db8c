package org.peerlock.bench.soak;

/**
 * Who is at a counter, in one word.
 *
 * @param life that came last; 0 if none did
 * @param turn another one for each who came, for a while, so that no two look alike
 * @param open whether it is still there
 * @param done how often somebody has finished
 */
record GuardWord(long life, long turn, boolean open, long done) {

    private static final int DONE_BITS = 39;
    private static final int TURN_BITS = 10;
    private static final int LIFE_BITS = 14;

    private static final int OPEN = DONE_BITS;
    private static final int TURN = OPEN + 1;
    private static final int LIFE = TURN + TURN_BITS;

    /** The last life that fits in. */
    static final long LAST_LIFE = ones(LIFE_BITS);

    private static long ones(int bits) {
        return (1L << bits) - 1;
    }

    static GuardWord of(long word) {
        return new GuardWord(
                word >>> LIFE, (word >>> TURN) & ones(TURN_BITS), ((word >>> OPEN) & 1) == 1, word & ones(DONE_BITS));
    }

    long word() {
        return (life << LIFE) | (turn << TURN) | (open ? 1L << OPEN : 0) | done;
    }

    GuardWord entered(long newcomer) {
        return new GuardWord(newcomer, (turn + 1) & ones(TURN_BITS), true, done);
    }

    GuardWord finished() {
        return new GuardWord(life, turn, false, done + 1);
    }
}
