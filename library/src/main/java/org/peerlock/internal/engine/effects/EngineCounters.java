package org.peerlock.internal.engine.effects;

/** Counts what has happened at a node, for monitoring. Nothing is decided by it. */
public final class EngineCounters {

    public long entries;
    public long handOffs;
    public long carried;
    public long expiries;
    public long evictions;
    public long pledged;
    public long pledgedForEver;
    public long withdrawals;
    public long views;
    public long lost;
    public long sent;
    public long received;

    public EngineCounters() {}

    /** How often a request that somebody here waited for entered; later grants here, from thread to thread, do not count. */
    public long entries() {
        return entries;
    }

    /** How often a message from another node brought the lock for which a request here was waiting. */
    public long handOffs() {
        return handOffs;
    }

    /** How many holds here were carried from one view into the next. */
    public long carried() {
        return carried;
    }

    /** How often the lease expired. */
    public long expiries() {
        return expiries;
    }

    /** How often this node was evicted. */
    public long evictions() {
        return evictions;
    }

    /** How often the lease lasted on after the end of a renewal, because all other members had pledged. */
    public long pledged() {
        return pledged;
    }

    /** How often it did so for a lease after another member had left, and had pledged for ever. */
    public long pledgedForEver() {
        return pledgedForEver;
    }

    /** How many waiters have given up. */
    public long withdrawals() {
        return withdrawals;
    }

    /** How many views began here. */
    public long views() {
        return views;
    }

    /** How many holds were lost. */
    public long lost() {
        return lost;
    }

    /** How many messages of the algorithms this node has sent; one that was sent again counts once. */
    public long sent() {
        return sent;
    }

    /** How many messages of the algorithms this node has received. */
    public long received() {
        return received;
    }
}
