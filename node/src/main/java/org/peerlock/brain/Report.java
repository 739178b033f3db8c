package org.peerlock.brain;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a survivor holds when it stops working in a view: it is made once, at that moment, and never changes afterwards, so
 * that all members of the next view start from the same.
 *
 * @param holds the fence of each lock that is held with a valid lease
 */
public record Report(SortedMap<String, Long> holds) {

    public Report {
        holds = Collections.unmodifiableSortedMap(new TreeMap<>(holds));
    }
}
