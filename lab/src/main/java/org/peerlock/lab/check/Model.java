package org.peerlock.lab.check;

import java.util.List;
import java.util.Set;
import org.peerlock.lab.world.Violation;

/**
 * A transition system that can be searched: its initial states and their successors. All methods
 * must be thread-safe.
 *
 * @param <T> a state: an immutable value
 * @param <A> the label of a transition
 */
public interface Model<T, A> {

    /** The initial states. */
    List<T> initial();

    /** Reports all transitions that are enabled in a state, in a deterministic order. */
    void expand(T state, SuccessorSink<T, A> successorSink);

    /**
     * A hash of 64 bits. Equal states have equal fingerprints; different states have different
     * ones, except with a probability of about 2^-64.
     */
    long fingerprint(T state);

    /** Which processes wait in a state: one bit for each. */
    default int waiting(T state) {
        return 0;
    }

    /** Whether a state is the end of a complete run. */
    default boolean complete(T state) {
        return false;
    }

    /**
     * Whether a transition happens spontaneously. Others may happen, but progress must not depend
     * on them.
     */
    default boolean isSpontaneous(A action) {
        return true;
    }

    /** The labels of actions that must happen eventually if they stay enabled (weak fairness). */
    default Set<String> fairActions(T state) {
        return Set.of();
    }

    /**
     * The label under which a transition counts for {@link #fairActions}.
     */
    default String fairnessLabel(A action) {
        return "";
    }

    /** Receives the transitions of a state. */
    interface SuccessorSink<T, A> {

        /**
         * A transition leads to another state.
         *
         * @param cost the cost of the transition, for example the number of messages
         */
        void successor(A action, T next, int cost);

        /** A transition without cost leads to another state. */
        default void successor(A action, T next) {
            successor(action, next, 0);
        }

        /**
         * A transition is enabled, but the search must not follow it; it is no violation either.
         * The search is then not complete.
         */
        default void prune(A action) {}

        /** A transition violates a property. */
        void violation(A action, Violation violation);

        /** The state itself violates a property. */
        void violation(Violation violation);
    }
}
