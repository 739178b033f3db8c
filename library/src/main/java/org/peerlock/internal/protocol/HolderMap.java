package org.peerlock.internal.protocol;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.Incarnation;

/**
 * The holders of all locks when a view begins: the same for all its members.
 *
 * @param byLock for each lock that is held, the nodes that hold it, and their shares; nobody changes it any more
 */
public record HolderMap(Map<String, SortedMap<Incarnation, HeldLock>> byLock) {

    public HolderMap {
        byLock = Collections.unmodifiableMap(byLock); // not a copy: there may be many locks
    }

    /** The nodes that hold a lock, and their shares. */
    public SortedMap<Incarnation, HeldLock> of(String lock) {
        return byLock.getOrDefault(lock, Collections.emptySortedMap());
    }

    /** A node's shares of a lock; null if it holds none. */
    public @Nullable HeldLock of(String lock, Incarnation node) {
        return of(lock).get(node);
    }
}
