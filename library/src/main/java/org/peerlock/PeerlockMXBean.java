package org.peerlock;

/**
 * What a JMX console shows of a process in a cluster. The object name is
 * {@code org.peerlock:type=Peerlock,cluster=...,node=...}, where {@code node} is the process's
 * current {@linkplain Peer#id id}: a process that is evicted and rejoins gets a new name.
 */
public interface PeerlockMXBean {

    /** All processes that are registered in the cluster, with the rest of their leases. */
    String[] getMembers();

    /** The number of the current membership view; it grows with every change of members. */
    long getEpoch();

    /** For how long this process may act if its lease is not renewed, in seconds. */
    double getLeaseLeftSeconds();

    /** How many names of locks this process knows. */
    int getLocksKnown();

    /** How many locks this process holds now. */
    int getHeld();

    /** How many requests of this process wait for a lock now. */
    int getWaiting();

    /** How often this process has acquired a lock. */
    long getAcquisitions();

    /**
     * How often a message from another process brought the lock for which a request here was
     * waiting.
     */
    long getHandOffs();

    /** How many locks this process has lost before it released them. */
    long getLost();

    /** How often the members have changed since this process joined. */
    long getViewChanges();

    /** How many lock messages this process has sent to other processes. */
    long getMessagesSent();

    /** How many lock messages this process has received from other processes. */
    long getMessagesReceived();

    /** How many bytes this process has sent to other processes. */
    long getBytesSent();

    /**
     * Shows who holds a lock, who waits for it, and why this process does not get it: see
     * {@link Peerlock#inspect}.
     */
    String inspect(String name) throws InterruptedException;
}
