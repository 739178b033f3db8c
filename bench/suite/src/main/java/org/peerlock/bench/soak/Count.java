package org.peerlock.bench.soak;

/** What is counted in the ledger by whoever does it, beside what is judged. */
enum Count {
    HOT("hot"),
    NAMES("names"),
    READS("reads"),
    WRITES("writes"),
    PERMITS("permits"),
    TIMED_OUT("timed out"),
    CANCELLED("cancelled"),
    LOST("lost");

    private final String title;

    Count(String title) {
        this.title = title;
    }

    @Override
    public String toString() {
        return title;
    }
}
