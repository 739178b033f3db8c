package org.peerlock.internal.engine.settings;

/**
 * How much a node keeps and sends at most. Simulations use smaller limits than live nodes.
 *
 * @param maxIdleNames how many names of locks may be known before those that nobody uses are forgotten
 * @param maxNames how many names of locks this node uses at most; requests for more are refused
 * @param maxGrants how many grants of one semaphore this node has at most; requests for more are refused
 * @param maxPartBytes about how large a part of a report may be; a single lock is a part, whatever its size
 * @param maxPartsUnderWay how many parts of a report are sent to a node before the first of them has arrived
 */
public record NodeLimits(int maxIdleNames, int maxNames, int maxGrants, int maxPartBytes, int maxPartsUnderWay) {

    /** Those of live nodes. The parts under way are half of what a connection keeps before it drops packets. */
    public static final NodeLimits NORMAL = new NodeLimits(10_000, 1_000_000, 10_000, 64 << 10, 64);

    /** The same with another number of idle names. */
    public NodeLimits withMaxIdleNames(int names) {
        return new NodeLimits(names, maxNames, maxGrants, maxPartBytes, maxPartsUnderWay);
    }

    /** The same with other numbers of names and of grants of a semaphore. */
    public NodeLimits withMaxUse(int names, int grants) {
        return new NodeLimits(maxIdleNames, names, grants, maxPartBytes, maxPartsUnderWay);
    }

    /** The same with other parts of reports. */
    public NodeLimits withParts(int maxBytes, int maxUnderWay) {
        return new NodeLimits(maxIdleNames, maxNames, maxGrants, maxBytes, maxUnderWay);
    }
}
