package org.peerlock;

import java.time.Duration;

/**
 * What this process has to do with the cluster, in numbers.
 *
 * @param members how many processes are members of the current view, as far as is known here
 * @param epoch that of the view that began last here; it grows with every change of members
 * @param lease for how long this process may go on if its lease is not renewed; zero if it has none
 * @param locks how many names of locks are known here
 * @param held how many holds there are here
 * @param waiting how many wait here
 * @param acquisitions how often a lock was had here
 * @param handOffs how often that took the lock from another process, or from nobody: the others cost no message
 * @param lost how many holds were lost
 * @param viewChanges how many views have begun here
 * @param messagesSent how many messages about locks were sent to other processes
 * @param messagesReceived how many came from them
 * @param bytesSent how many bytes were sent to other processes, with all that is not about locks, but without what TCP adds
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
