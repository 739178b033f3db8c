package org.peerlock.lab.experiment;

/** How a claim is examined. */
public sealed interface Evidence
        permits SimulationEvidence,
                ApproximationEvidence,
                ComparisonEvidence,
                SearchEvidence,
                ExhaustiveEvidence,
                StoryEvidence {

    /** The command that reproduces it. */
    String command();

    Result gather();

    /**
     * The result.
     *
     * @param measured what was measured, in words
     * @param verdict whether it agrees with the publication
     */
    record Result(String measured, ClaimResult.Verdict verdict) {

        Result(String measured, boolean agrees) {
            this(measured, ClaimResult.Verdict.of(agrees));
        }
    }
}
