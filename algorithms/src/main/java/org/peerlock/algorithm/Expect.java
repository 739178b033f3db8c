package org.peerlock.algorithm;

/** States what a step relies on, and lets the model checker look for a run that breaks it. */
public final class Expect {

    private Expect() {}

    /**
     * Does nothing if the condition holds.
     *
     * @param sentence the rule that holds, as in "there is only one token"; it becomes the message
     *     of the error
     * @throws AssertionError if the condition does not hold
     */
    public static void that(boolean condition, String sentence) {
        if (!condition) {
            throw new AssertionError(sentence);
        }
    }
}
