package org.peerlock.internal.engine.effects;

/** How often things have happened at a node: for whoever watches it. Nothing is decided by it. */
public final class EngineCounters {

    public long handOffs;
    public long carried;
    public long lapses;
    public long evictions;
    public long withdrawals;
    public long views;
    public long lost;
    public long sent;
    public long received;

    public EngineCounters() {}

    /** How often a lock came to this node, and somebody here got it; later grants here, from thread to thread, do not count. */
    public long handOffs() {
        return handOffs;
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

    /** How many holds were lost. */
    public long lost() {
        return lost;
    }

    /** How many messages of the algorithms this node has sent; if some had to be sent again, they count once. */
    public long sent() {
        return sent;
    }

    /** How many messages of the algorithms have come from other nodes. */
    public long received() {
        return received;
    }
}
