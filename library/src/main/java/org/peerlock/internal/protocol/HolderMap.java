package org.peerlock.internal.protocol;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.Incarnation;

/**
 * Who holds what when a view begins: the same for all its members.
 *
 * @param byLock for each lock that is held, what each of its holders has
 */
public record HolderMap(SortedMap<String, SortedMap<Incarnation, HeldLock>> byLock) {

    public HolderMap {
        SortedMap<String, SortedMap<Incarnation, HeldLock>> copy = new TreeMap<>();
        byLock.forEach((lock, nodes) -> copy.put(lock, Collections.unmodifiableSortedMap(new TreeMap<>(nodes))));
        byLock = Collections.unmodifiableSortedMap(copy);
    }

    /** What each of the nodes that hold a lock has of it. */
    public SortedMap<Incarnation, HeldLock> of(String lock) {
        return byLock.getOrDefault(lock, Collections.emptySortedMap());
    }

    /** What a node has of a lock. */
    public @Nullable HeldLock of(String lock, Incarnation node) {
        return of(lock).get(node);
    }
}
