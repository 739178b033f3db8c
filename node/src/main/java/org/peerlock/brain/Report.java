package org.peerlock.brain;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a survivor holds when it stops working in a view: it is made once, at that moment, and never changes afterwards, so
 * that all members of the next view start from the same.
 *
 * @param holds what is held of each lock with a valid lease
 */
public record Report(SortedMap<String, Held> holds) {

    public Report {
        holds = Collections.unmodifiableSortedMap(new TreeMap<>(holds));
    }
}
