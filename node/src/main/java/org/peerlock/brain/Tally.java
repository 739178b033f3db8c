package org.peerlock.brain;

/** How often things have happened at a node: for whoever watches it. Nothing is decided by it. */
public final class Tally {

    long entries;
    long carried;
    long lapses;
    long evictions;
    long withdrawals;
    long views;

    Tally() {}

    /** How often a lock was got from another node, or from nobody: not counting its way from thread to thread here. */
    public long entries() {
        return entries;
    }

    /** How many holds here went on through a change of view. */
    public long carried() {
        return carried;
    }

    /** How often the lease ended before it was renewed. */
    public long lapses() {
        return lapses;
    }

    /** How often this node was dropped. */
    public long evictions() {
        return evictions;
    }

    /** How many that waited have given up. */
    public long withdrawals() {
        return withdrawals;
    }

    /** How many views began here. */
    public long views() {
        return views;
    }
}
