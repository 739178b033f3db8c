package org.peerlock.internal.protocol;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a survivor holds when it stops working in a view: it is made once, at that moment, and never changes afterwards, so
 * that all members of the next view start from the same.
 *
 * @param holds what is held of each lock with a valid lease
 */
public record HoldReport(SortedMap<String, HeldLock> holds) {

    public HoldReport {
        holds = Collections.unmodifiableSortedMap(new TreeMap<>(holds));
    }
}
