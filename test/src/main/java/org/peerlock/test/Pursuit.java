package org.peerlock.test;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.brain.Algorithms;
import org.peerlock.brain.LiveAlgorithms;

/** What the clients of a run are after. */
public enum Pursuit {
    /** One exclusive lock. */
    EXCLUSIVE(Capacity.Kind.MUTEX),
    /** Two or three exclusive locks at once, or none of them. */
    SEVERAL(Capacity.Kind.MUTEX),
    /** A read-write lock, mostly to read. */
    READ_WRITE(Capacity.Kind.READ_WRITE),
    /** Some permits of a semaphore. */
    SEMAPHORE(Capacity.Kind.SEMAPHORE);

    /** With what the names of all locks begin. */
    static final String PREFIX = "lock-";

    private final Capacity.Kind kind;

    Pursuit(Capacity.Kind kind) {
        this.kind = kind;
    }

    /** The algorithms that can decide about it. */
    public List<Entry<?, ?>> algorithms() {
        return LiveAlgorithms.all(kind);
    }

    /** Why an algorithm cannot decide about it, if so. */
    public Optional<String> refusal(Entry<?, ?> algorithm) {
        return LiveAlgorithms.refusal(algorithm, kind);
    }

    /** Lets an algorithm decide about it. */
    Algorithms decidedBy(Entry<?, ?> algorithm) {
        if (kind == Capacity.Kind.MUTEX) {
            return Algorithms.of(algorithm);
        }
        SortedMap<String, Entry<?, ?>> byPrefix = new TreeMap<>();
        byPrefix.put(PREFIX, algorithm);
        return new Algorithms(Catalogue.find("ricart-agrawala").orElseThrow(), byPrefix);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
