package org.peerlock.lab.experiment;

/**
 * The result of examining a claim.
 *
 * @param claim the claim
 * @param measured what was found
 * @param verdict whether it agrees with what was published
 */
public record ClaimResult(Claim claim, String measured, Verdict verdict) {

    /** Whether a claim agrees with what was found. */
    public enum Verdict {
        HOLDS("holds"),
        /** A formula that is only near, but comes nearer the more nodes there are. */
        APPROXIMATES("holds as an approximation"),
        DOES_NOT_HOLD("does not hold");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        static Verdict of(boolean holds) {
            return holds ? HOLDS : DOES_NOT_HOLD;
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
