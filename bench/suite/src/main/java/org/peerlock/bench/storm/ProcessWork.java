package org.peerlock.bench.storm;

import java.time.Duration;

/**
 * What the processes of a storm have to do.
 *
 * @param outage the longest outage of the registry that they outlive; zero by default
 * @param holders how many processes hold the locks of a trial of an outage; 0 in a storm, where all
 *     processes take locks at random
 */
record ProcessWork(Duration lease, Duration outage, int holders) {

    static final ProcessWork STORM = new ProcessWork(StormPlan.LEASE, Duration.ZERO, 0);

    boolean isOutage() {
        return holders > 0;
    }

    /** How many locks there are. */
    int locks() {
        return isOutage() ? OutageLocks.HELD + OutageLocks.PASSED : StormLock.COUNT;
    }
}
