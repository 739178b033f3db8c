package org.peerlock.internal.protocol;

import java.util.List;
import org.peerlock.algorithm.Capacity;

/**
 * What all holders at one node have of a lock.
 *
 * @param shares in an order that says which is which, if one is to be given back later
 */
public record HeldLock(Capacity capacity, List<HeldShare> shares) {

    public HeldLock {
        shares = List.copyOf(shares);
    }
}
