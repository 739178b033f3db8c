package org.peerlock.internal.engine.locks;

import org.peerlock.algorithm.Capacity;

/** What to tell those who take a lock for different kinds. */
public final class KindConflicts {

    private KindConflicts() {}

    /** Within one node, or what it knows from others. */
    static String here(String lock, Capacity wanted, Capacity known) {
        return "'" + lock + "' is wanted as " + wanted.inWords() + ", but it is in use as " + known.inWords()
                + advice();
    }

    public static String there(String lock, Capacity here, Capacity there) {
        return "'" + lock + "' is " + here.inWords() + " here, but " + there.inWords() + " at another node" + advice();
    }

    private static String advice() {
        return ": give it the same kind and number of permits everywhere, or use another name";
    }
}
