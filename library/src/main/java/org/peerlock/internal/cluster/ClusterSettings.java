package org.peerlock.internal.cluster;

/**
 * The settings of a cluster. The protocol and the algorithms are those of the current view, and change with it; the rest is the
 * same for all nodes as long as one of them may be alive.
 *
 * @param protocol the version of the protocol that the members of the current view speak
 * @param algorithms decide in the current view which node has a lock
 * @param outageMillis for how long after its last renewal a member may hold locks because all other members have pledged not to
 *     evict it; 0 if members do not pledge
 */
public record ClusterSettings(int protocol, String algorithms, long outageMillis) {

    public ClusterSettings {
        if (protocol <= 0) {
            throw new IllegalArgumentException("the first protocol is 1");
        }
        if (outageMillis < 0) {
            throw new IllegalArgumentException("an outage lasts");
        }
    }

    /** Without an outage that members outlive. */
    public ClusterSettings(int protocol, String algorithms) {
        this(protocol, algorithms, 0);
    }

    /** For how long a node with this lease may hold locks after its last renewal, at most. */
    public LeaseTerms longestHold(LeaseTerms lease) {
        return lease.atLeast(outageMillis);
    }

    /** Whether members pledge not to evict each other. */
    public boolean outlivesOutages() {
        return outageMillis > 0;
    }

    /** The same with another protocol. */
    public ClusterSettings withProtocol(int other) {
        return new ClusterSettings(other, algorithms, outageMillis);
    }

    /** The same with other algorithms. */
    public ClusterSettings withAlgorithms(String others) {
        return new ClusterSettings(protocol, others, outageMillis);
    }
}
