package org.peerlock.lab.experiment;

/** How a claim is examined. */
public sealed interface Evidence permits SimulationEvidence, SearchEvidence {

    /** The command that reproduces it. */
    String command();

    Result gather();

    /**
     * The result.
     *
     * @param measured what was measured, in words
     * @param agrees whether it agrees with the publication
     */
    record Result(String measured, boolean agrees) {}
}
