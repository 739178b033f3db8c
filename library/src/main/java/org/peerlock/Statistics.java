package org.peerlock;

import java.time.Duration;

/**
 * Counters and gauges of this process: see {@link Peerlock#statistics}. Counters start at 0 when
 * the process joins.
 *
 * @param members how many processes are in the current membership view
 * @param epoch the number of that view; it grows with every change of members
 * @param lease for how long this process may act if its lease is not renewed; zero if it has none
 * @param locks how many names of locks this process knows
 * @param held how many locks are held in this process
 * @param waiting how many requests of this process are waiting
 * @param acquisitions how often this process has acquired a lock
 * @param handOffs how often a message from another process brought the lock for which a request
 *     here was waiting
 * @param lost how many locks were lost before they were released
 * @param viewChanges how many membership views have begun
 * @param messagesSent how many lock messages were sent to other processes
 * @param messagesReceived how many lock messages came from other processes
 * @param bytesSent how many bytes were sent to other processes for all purposes, without the
 *     overhead of TCP
 */
public record Statistics(
        int members,
        long epoch,
        Duration lease,
        int locks,
        int held,
        int waiting,
        long acquisitions,
        long handOffs,
        long lost,
        long viewChanges,
        long messagesSent,
        long messagesReceived,
        long bytesSent) {}
