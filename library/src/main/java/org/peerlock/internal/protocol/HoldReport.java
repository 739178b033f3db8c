package org.peerlock.internal.protocol;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a survivor holds when it seals a view. It is made once, at that moment, and never changes afterwards, so that all
 * members of the next view start from the same holders.
 *
 * @param holds the locks that are held with a valid lease
 */
public record HoldReport(SortedMap<String, HeldLock> holds) {

    public HoldReport {
        holds = Collections.unmodifiableSortedMap(new TreeMap<>(holds));
    }
}
