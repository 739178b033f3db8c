package org.peerlock.internal.cluster;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Copies that nobody can change, in their natural order whatever the original's was. */
final class SortedCopies {

    private SortedCopies() {}

    static <T extends Comparable<T>> SortedSet<T> copy(Set<T> set) {
        return Collections.unmodifiableSortedSet(new TreeSet<>(set));
    }

    static <K extends Comparable<K>, V> SortedMap<K, V> copy(Map<K, V> map) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }
}
