package org.peerlock.bench.soak;

import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * An observation that a correct lock rules out.
 *
 * @param kind what was observed, in general
 * @param detail what was observed this time
 * @param suspects the incarnations that can have caused it. If one of them has lost a lock, that
 *     explains the anomaly. If there are none, nothing explains it
 */
record Anomaly(String kind, String detail, Set<Long> suspects) {

    private static final String SEPARATOR = "\t";

    Anomaly {
        suspects = Collections.unmodifiableSortedSet(new TreeSet<>(suspects));
    }

    /** An anomaly that not even a lost lock explains. */
    static Anomaly unexplainable(String kind, String detail) {
        return new Anomaly(kind, detail, Set.of());
    }

    /** The anomaly on one line, for {@link #parse}. */
    String line() {
        String incarnations = suspects.stream().map(String::valueOf).collect(Collectors.joining(","));
        return String.join(SEPARATOR, incarnations, kind, detail.replaceAll("\\s+", " "));
    }

    static Anomaly parse(String line) {
        String[] fields = line.split(SEPARATOR, -1);
        Set<Long> suspects = fields[0].isEmpty()
                ? Set.of()
                : Arrays.stream(fields[0].split(",", -1)).map(Long::valueOf).collect(Collectors.toSet());
        return new Anomaly(fields[1], fields[2], suspects);
    }

    @Override
    public String toString() {
        return kind + ": " + detail;
    }
}
