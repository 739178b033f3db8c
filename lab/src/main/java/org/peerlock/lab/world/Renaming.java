package org.peerlock.lab.world;

import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Knows where an algorithm stores node numbers, and which permutations of the nodes are symmetries.
 */
public interface Renaming<S extends Record, M> {

    /**
     * The permutations of the nodes 1 to {@code nodes} that do not change the behaviour, including
     * the identity.
     */
    List<IntUnaryOperator> symmetries(int nodes);

    S state(S state, IntUnaryOperator names);

    M message(M message, IntUnaryOperator names);
}
