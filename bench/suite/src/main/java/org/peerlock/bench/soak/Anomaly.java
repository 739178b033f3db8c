package org.peerlock.bench.soak;

import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Something that should not be.
 *
 * @param what in general
 * @param detail this time
 * @param suspects lives of processes of which one is to blame. If one of them has lost a lock, that explains it. If there are none, nothing
 *     does
 */
record Anomaly(String what, String detail, Set<Long> suspects) {

    private static final String SEPARATOR = "\t";

    Anomaly {
        suspects = Collections.unmodifiableSortedSet(new TreeSet<>(suspects));
    }

    /** Of which there is no innocent explanation. */
    static Anomaly certain(String what, String detail) {
        return new Anomaly(what, detail, Set.of());
    }

    /** On one line. */
    String line() {
        String lives = suspects.stream().map(String::valueOf).collect(Collectors.joining(","));
        return String.join(SEPARATOR, lives, what, detail.replaceAll("\\s+", " "));
    }

    static Anomaly of(String line) {
        String[] parts = line.split(SEPARATOR, -1);
        Set<Long> lives = parts[0].isEmpty()
                ? Set.of()
                : Arrays.stream(parts[0].split(",", -1)).map(Long::valueOf).collect(Collectors.toSet());
        return new Anomaly(parts[1], parts[2], lives);
    }

    @Override
    public String toString() {
        return what + ": " + detail;
    }
}
