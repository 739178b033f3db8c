package org.peerlock.lab.check;

import java.util.List;
import java.util.Set;
import org.peerlock.lab.world.Violation;

/**
 * A system that can be searched: where it starts, and what can come next. Several threads may ask at once.
 *
 * @param <T> a state: an immutable value
 * @param <A> what a step is called
 */
public interface Model<T, A> {

    /** The states in which it may start. */
    List<T> initial();

    /** Tells all steps that are possible in a state, in an order that is always the same. */
    void expand(T state, SuccessorSink<T, A> successorSink);

    /** Equal states have equal ones; different states different ones, but for a chance of about 2^-64. */
    long fingerprint(T state);

    /** Who waits in a state: a bit for each. */
    default int waiting(T state) {
        return 0;
    }

    /** Whether nothing is left to do in a state. */
    default boolean complete(T state) {
        return false;
    }

    /** Whether a step happens by itself; otherwise somebody may take it, but one cannot count on that. */
    default boolean isSpontaneous(A action) {
        return true;
    }

    /** What must happen at last, if it stays due: words for it. */
    default Set<String> fairActions(T state) {
        return Set.of();
    }

    /** The word for what a step does, if it is among those that become {@linkplain #fairActions due}. */
    default String fairnessLabel(A action) {
        return "";
    }

    /** What is possible in a state. */
    interface SuccessorSink<T, A> {

        /**
         * A step leads to another state.
         *
         * @param cost what it costs: messages, say
         */
        void successor(A action, T next, int cost);

        /** A step that costs nothing leads to another state. */
        default void successor(A action, T next) {
            successor(action, next, 0);
        }

        /** A step is possible, but what comes of it is not to be looked at, nor is it wrong. */
        default void prune(A action) {}

        /** A step leads to something wrong. */
        void violation(A action, Violation violation);

        /** The state itself is wrong. */
        void violation(Violation violation);
    }
}
