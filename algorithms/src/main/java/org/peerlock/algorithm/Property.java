package org.peerlock.algorithm;

/** A property that an algorithm may claim. */
public enum Property {
    /** Safety: there are never more requests inside than the {@link Capacity} allows. */
    EXCLUSION("exclusion"),
    /** Liveness: if a request waits and no request stays inside for ever, some request enters. */
    PROGRESS("progress"),
    /** Liveness: if no request stays inside for ever, every request that waits enters. */
    NO_STARVATION("no-starvation"),
    /** Fences grow as {@link Capacity} says. */
    FENCE("fence"),
    /** A request that was cancelled never enters, and is eventually withdrawn. */
    WITHDRAWAL("withdrawal"),
    /** No step gets an input that it considers impossible. */
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
