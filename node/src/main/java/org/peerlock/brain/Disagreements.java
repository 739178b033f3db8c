package org.peerlock.brain;

import org.peerlock.algorithm.Capacity;

/** What to tell those who take a lock for different kinds. */
final class Disagreements {

    private Disagreements() {}

    /** Within one node, or what it knows from others. */
    static String here(String lock, Capacity wanted, Capacity known) {
        return "'" + lock + "' is wanted as " + wanted.inWords() + ", but it is in use as " + known.inWords()
                + advice();
    }

    static String there(String lock, Capacity here, Capacity there) {
        return "'" + lock + "' is " + here.inWords() + " here, but " + there.inWords() + " at another node" + advice();
    }

    private static String advice() {
        return ": give it the same kind and number of permits everywhere, or use another name";
    }
}
