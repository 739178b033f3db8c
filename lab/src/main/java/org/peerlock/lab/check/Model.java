package org.peerlock.lab.check;

import java.util.List;

/**
 * A system that can be searched: where it starts, and what can come next.
 *
 * <p>A search asks a model about one state after the other, in its own order and perhaps from several threads, so the answers
 * must depend on the state alone. A model that is not finite is searched for ever: what bounds it belongs into {@link #expand}.
 *
 * @param <T> a state: an immutable value with {@code equals} and {@code hashCode}
 * @param <A> what a step is called
 */
public interface Model<T, A> {

    /** The states in which the system may start, at least one. */
    List<T> initial();

    /**
     * Tells all steps that are possible in a state, in an order that is always the same. Two steps may lead to the same state,
     * and a step may lead back to where it started; each is told.
     */
    void expand(T state, Steps<T, A> steps);

    /**
     * A number that stands for a state: equal states have equal ones; different states different ones, but for a chance of
     * about 2^-64. A search that remembers fingerprints instead of states overlooks a state, and all that only it leads to,
     * when this chance strikes.
     */
    long fingerprint(T state);

    /**
     * Takes the steps out of a state.
     *
     * @param <T> a state
     * @param <A> what a step is called
     */
    interface Steps<T, A> {

        /** The action is possible, and leads to the next state. */
        void to(A action, T next);
    }
}
