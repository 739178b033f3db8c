package org.peerlock.internal.protocol;

import java.util.List;
import org.peerlock.algorithm.Capacity;

/**
 * All shares of a lock that are held at one node.
 *
 * @param shares in an order that identifies them: one of them may be released later
 */
public record HeldLock(Capacity capacity, List<HeldShare> shares) {

    public HeldLock {
        shares = List.copyOf(shares);
    }
}
