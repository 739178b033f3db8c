package org.peerlock.internal.cluster;

/**
 * The settings that all nodes of a cluster share.
 *
 * @param protocol the version of the protocol that the members of the current view speak
 * @param algorithms which node has a lock is decided by these
 * @param leaseMillis for how long a renewal lets a node hold locks
 * @param driftPpm by how much a node's clock may run too fast or too slow, in millionths
 * @param outageMillis reserved: how long an outage of the registry members outlive. It is 0: they do not
 */
public record ClusterSettings(int protocol, String algorithms, long leaseMillis, int driftPpm, long outageMillis) {

    public ClusterSettings {
        require(protocol > 0, "the first protocol is 1");
        require(leaseMillis > 0, "a lease lasts");
        require(driftPpm >= 0 && driftPpm < 1_000_000, "a clock runs forward");
        require(outageMillis >= 0, "an outage lasts");
    }

    private static void require(boolean condition, String sentence) {
        if (!condition) {
            throw new IllegalArgumentException(sentence);
        }
    }

    /** Without an outage that members outlive. */
    public ClusterSettings(int protocol, String algorithms, long leaseMillis, int driftPpm) {
        this(protocol, algorithms, leaseMillis, driftPpm, 0);
    }

    /** The same with another lease. */
    public ClusterSettings withLeaseMillis(long other) {
        return new ClusterSettings(protocol, algorithms, other, driftPpm, outageMillis);
    }

    /** The same with another protocol. */
    public ClusterSettings withProtocol(int other) {
        return new ClusterSettings(other, algorithms, leaseMillis, driftPpm, outageMillis);
    }
}
