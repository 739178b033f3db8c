package org.peerlock.bench.soak;

/** What is counted in the ledger by whoever does it, beside what is judged. */
enum CountedEvent {
    HOT("hot"),
    NAMES("names"),
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
