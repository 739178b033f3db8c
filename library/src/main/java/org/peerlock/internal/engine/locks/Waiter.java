package org.peerlock.internal.engine.locks;

/** Somebody at this node who waits for a lock. */
public interface Waiter {

    /** Here it is. Returns false if the waiter has given up meanwhile and does not want it any more. */
    boolean offer(Hold hold);

    /** It will never be granted: the nodes do not agree what kind of lock it is. */
    void refuse(String reason);

    /** What to call it to whoever looks on; empty: nothing in particular. */
    default String label() {
        return "";
    }
}
