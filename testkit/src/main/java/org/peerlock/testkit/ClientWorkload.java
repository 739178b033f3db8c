package org.peerlock.testkit;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.LiveAlgorithms;

/** What the clients of a run acquire. */
public enum ClientWorkload {
    /** One exclusive lock. */
    EXCLUSIVE(Capacity.Kind.MUTEX),
    /** Two or three exclusive locks at once, or none of them. */
    SEVERAL(Capacity.Kind.MUTEX),
    /** A read-write lock, mostly to read. */
    READ_WRITE(Capacity.Kind.READ_WRITE),
    /** Some permits of a semaphore. */
    SEMAPHORE(Capacity.Kind.SEMAPHORE);

    /** The prefix of the names of all locks. */
    static final String PREFIX = "lock-";

    private final Capacity.Kind kind;

    ClientWorkload(Capacity.Kind kind) {
        this.kind = kind;
    }

    /** The algorithms that can serve it. */
    public List<CatalogueEntry<?, ?>> algorithms() {
        return LiveAlgorithms.all(kind);
    }

    /** Why an algorithm cannot serve it; empty if it can. */
    public Optional<String> refusal(CatalogueEntry<?, ?> algorithm) {
        return LiveAlgorithms.refusal(algorithm, kind);
    }

    /** Chooses the algorithm that serves it. */
    AlgorithmSelection decidedBy(CatalogueEntry<?, ?> algorithm) {
        if (kind == Capacity.Kind.MUTEX) {
            return AlgorithmSelection.of(algorithm);
        }
        SortedMap<String, CatalogueEntry<?, ?>> byPrefix = new TreeMap<>();
        byPrefix.put(PREFIX, algorithm);
        return new AlgorithmSelection(Catalogue.find("ricart-agrawala").orElseThrow(), byPrefix);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
