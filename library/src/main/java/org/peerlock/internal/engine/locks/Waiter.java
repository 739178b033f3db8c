package org.peerlock.internal.engine.locks;

/** A request of the application that waits for a lock at this node. */
public interface Waiter {

    /** Offers a grant. Returns false if the waiter has given up meanwhile, and does not take it. */
    boolean offer(Hold hold);

    /** It will never be granted: the nodes do not agree on the kind of lock. */
    void refuse(String reason);

    /** Names it in monitoring; may be empty. */
    default String label() {
        return "";
    }
}
