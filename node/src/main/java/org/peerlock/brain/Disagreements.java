package org.peerlock.brain;

import org.peerlock.algorithm.Capacity;

/** What to tell those who take a lock for different kinds. */
final class Disagreements {

    private Disagreements() {}

    /** Within one node, or what it knows from others. */
    static String here(String lock, Capacity wanted, Capacity known) {
        return "'" + lock + "' is wanted as " + name(wanted) + ", but it is in use as " + name(known) + advice();
    }

    static String there(String lock, Capacity here, Capacity there) {
        return "'" + lock + "' is " + name(here) + " here, but " + name(there) + " at another node" + advice();
    }

    private static String advice() {
        return ": give it the same kind and number of permits everywhere, or use another name";
    }

    private static String name(Capacity capacity) {
        return switch (capacity.kind()) {
            case MUTEX -> "an exclusive lock";
            case READ_WRITE -> "a read-write lock";
            case SEMAPHORE -> "a semaphore of " + capacity.permits() + " permits";
        };
    }
}
