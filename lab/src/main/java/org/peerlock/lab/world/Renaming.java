package org.peerlock.lab.world;

import java.util.List;
import java.util.function.IntUnaryOperator;

/** Knows where an algorithm names nodes, and which nodes can change their names without a difference to what happens. */
public interface Renaming<S extends Record, M> {

    /** The ways to name the nodes 1 to {@code nodes} anew that make no difference, not to change them among them. */
    List<IntUnaryOperator> symmetries(int nodes);

    S state(S state, IntUnaryOperator names);

    M message(M message, IntUnaryOperator names);
}
