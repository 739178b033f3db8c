package org.peerlock.internal.engine.locks;

import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.cluster.Incarnation;

/** What to tell those who take a lock for different kinds. */
public final class KindConflicts {

    private KindConflicts() {}

    /** Within one node, or what it knows from others. */
    static String here(String lock, Capacity wanted, Capacity known) {
        return "'" + lock + "' is wanted as " + wanted.inWords() + ", but it is in use as " + known.inWords()
                + advice();
    }

    /** Between this node and another one. */
    public static String there(String lock, Capacity here, Capacity there, Incarnation other) {
        return "'" + lock + "' is " + here.inWords() + " here, but " + there.inWords() + " at node " + other.shortId()
                + advice();
    }

    private static String advice() {
        return ": give it the same kind and number of permits everywhere, or use another name";
    }
}
