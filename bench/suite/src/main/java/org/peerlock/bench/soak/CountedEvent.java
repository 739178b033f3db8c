package org.peerlock.bench.soak;

/**
 * Events that each process counts in the {@link SoakLedger}. The counts are reported, not checked.
 */
enum CountedEvent {
    HOT("hot"),
    OTHERS("others"),
    READS("reads"),
    WRITES("writes"),
    PERMITS("permits"),
    TIMED_OUT("timed out"),
    CANCELLED("cancelled"),
    LOST("lost");

    private final String title;

    CountedEvent(String title) {
        this.title = title;
    }

    @Override
    public String toString() {
        return title;
    }
}
