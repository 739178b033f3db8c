package org.peerlock.brain;

import java.util.List;
import org.peerlock.algorithm.Capacity;

/**
 * What all holders at one node have of a lock.
 *
 * @param shares in an order that says which is which, if one is to be given back later
 */
public record Held(Capacity capacity, List<Share> shares) {

    public Held {
        shares = List.copyOf(shares);
    }
}
