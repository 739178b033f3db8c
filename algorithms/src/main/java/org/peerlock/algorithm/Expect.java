package org.peerlock.algorithm;

/** States what a step may rely on. */
public final class Expect {

    private Expect() {}

    /**
     * Does nothing if the condition holds.
     *
     * @param sentence says what cannot be, for whoever reads it when it is
     * @throws AssertionError if the condition does not hold
     */
    public static void that(boolean condition, String sentence) {
        if (!condition) {
            throw new AssertionError(sentence);
        }
    }
}
