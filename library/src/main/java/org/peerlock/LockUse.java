package org.peerlock;

import java.time.Duration;
import org.peerlock.algorithm.Capacity;

/**
 * How much a lock was used: in this process, since it has known the lock, or in {@linkplain Peerlock#clusterLocks all} of the
 * cluster.
 *
 * @param lock its name
 * @param capacity what kind of lock it is
 * @param held how many have it now
 * @param waiting how many wait for it now
 * @param acquisitions how often it was had
 * @param meanWait how long it was waited for, on the average of all acquisitions
 * @param longestWait how long it was waited for at most, by somebody who has got it then
 * @param meanHold how long it was held, on the average of all that have given it back
 * @param longestHold how long it was held at most, by somebody who has given it back
 */
public record LockUse(
        String lock,
        Capacity capacity,
        int held,
        int waiting,
        long acquisitions,
        Duration meanWait,
        Duration longestWait,
        Duration meanHold,
        Duration longestHold) {}
