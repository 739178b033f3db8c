package org.peerlock.internal.engine.locks;

import org.peerlock.algorithm.Capacity;

/** Sends the messages of the algorithms to other members of the view. */
public interface MessageSender {

    /**
     * Sends one message.
     *
     * @param capacity the kind of lock that this node takes it for
     * @param algorithm the id of the algorithm
     * @param to the receiver's rank in the view
     */
    void send(String lock, Capacity capacity, String algorithm, int to, Object message);
}
