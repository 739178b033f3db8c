package org.peerlock.internal.engine.locks;

/**
 * In which turn of a node those who wait there are served: it lets in a few of them, passes the lock on, and asks again.
 *
 * @param first the first turn: 0 if the node has the lock, else 1
 * @param fitting how many are let in then
 * @param each how many are let in in every turn after that
 */
record CohortTurns(int first, int fitting, int each) {

    /** That of the one at this index among those who wait. */
    int of(int index) {
        return index < fitting ? first : first + 1 + (index - fitting) / each;
    }
}
