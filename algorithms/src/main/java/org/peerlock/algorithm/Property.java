package org.peerlock.algorithm;

/** What an algorithm may claim. */
public enum Property {
    /** Never more inside than the {@link Capacity} allows. */
    EXCLUSION("exclusion"),
    /** While somebody waits and nobody inside stays for ever, somebody enters. */
    PROGRESS("progress"),
    /** While nobody inside stays for ever, everybody who waits enters. */
    NO_STARVATION("no-starvation"),
    /** Fences grow as {@link Capacity} says. */
    FENCE("fence"),
    /** A request that was cancelled never enters, and is withdrawn at last. */
    WITHDRAWAL("withdrawal"),
    /** No step meets an input that it takes for impossible. */
    EXPECTATION("expectation");

    private final String text;

    Property(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
