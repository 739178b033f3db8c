package org.peerlock;

/**
 * What a JMX console sees of a process in a cluster, as {@code org.peerlock:type=Peerlock,cluster=...,node=...}; the node is
 * the process's {@linkplain Peer#id id} when it joined.
 */
public interface PeerlockMXBean {

    /** All processes that are registered in the cluster, with what is left of their leases. */
    String[] getMembers();

    /** Grows with every change of members. */
    long getEpoch();

    /** For how many seconds this process may go on if its lease is not renewed. */
    double getLeaseLeftSeconds();

    /** How many names of locks are known here. */
    int getLocksKnown();

    /** How many holds there are here. */
    int getHeld();

    /** How many wait here. */
    int getWaiting();

    /** How often a lock was had here. */
    long getAcquisitions();

    /** How often that took the lock from another process, or from nobody. */
    long getHandOffs();

    /** How many holds were lost. */
    long getLost();

    /** How many views have begun here. */
    long getViewChanges();

    /** How many messages about locks were sent to other processes. */
    long getMessagesSent();

    /** How many came from them. */
    long getMessagesReceived();

    /** How many bytes were sent to other processes. */
    long getBytesSent();

    /** Who has the lock of this name, and who waits for it: see {@link Peerlock#inspect}. */
    String inspect(String name) throws InterruptedException;
}
