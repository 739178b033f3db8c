package org.peerlock.lab.experiment;

/** How a claim is tried. */
public sealed interface Evidence permits SimulationEvidence, SearchEvidence {

    /** What a user types to see it. */
    String command();

    Result gather();

    /**
     * What was found.
     *
     * @param measured for a reader
     * @param agrees whether it is what was published
     */
    record Result(String measured, boolean agrees) {}
}
