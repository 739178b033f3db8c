package org.peerlock;

import java.time.Duration;

/**
 * How much a lock is used, in this process ({@link Peerlock#locks}) or in the whole cluster
 * ({@link Peerlock#clusterLocks}).
 *
 * @param lock the lock's name
 * @param kind the kind of lock
 * @param permits how many permits a semaphore has; 1 for the other kinds
 * @param held how many holders there are now
 * @param waiting how many requests are waiting now
 * @param acquisitions how often the lock was acquired
 * @param meanWait how long an acquisition waited, on average
 * @param longestWait how long an acquisition waited at most
 * @param meanHold how long the lock was held, on average of the holds that have ended
 * @param longestHold how long the lock was held at most, of the holds that have ended
 */
public record LockUse(
        String lock,
        LockKind kind,
        int permits,
        int held,
        int waiting,
        long acquisitions,
        Duration meanWait,
        Duration longestWait,
        Duration meanHold,
        Duration longestHold) {}
