package org.peerlock.internal.engine.lockword;

/**
 * What a node may do now: an immutable value, which is replaced as a whole.
 *
 * @param generation grows by one with every expiry of the lease. A hold is valid only in the
 *     generation in which it was granted
 * @param term grows by one whenever the lease expires and whenever the gate is shut or opened. Two
 *     reads that see the same term have missed no such change
 * @param epoch the epoch of the view
 * @param until when the lease ends on the node's monotonic clock. Readings of that clock are
 *     compared only by their difference
 */
public record GrantGate(long generation, long term, long epoch, long until, State state) {

    /** What the gate permits. */
    public enum State {
        /** The node may grant as long as the lease lasts. */
        OPEN,
        /**
         * The node may not grant: it is sealed, is leaving, or has no view. Holds are valid as long
         * as the lease lasts.
         */
        SHUT,
        /**
         * A thread has seen that the lease has ended, and the loop has not reacted yet. The node
         * may not grant, and no hold is valid.
         */
        EXPIRED,
        /** There is no lease, and there are no holds of this generation. */
        NO_LEASE
    }

    /** The gate of a node without a lease and a view. */
    static final GrantGate FIRST = new GrantGate(0, 0, 0, 0, State.NO_LEASE);

    public boolean open() {
        return state == State.OPEN;
    }

    /** Whether there is a lease, and no thread has seen yet that it has ended. */
    boolean leased() {
        return state == State.OPEN || state == State.SHUT;
    }

    boolean lasts(long now) {
        return leased() && now - until < 0;
    }

    boolean ended(long now) {
        return state != State.NO_LEASE && !lasts(now);
    }

    /** Whether this gate is open, and nothing has changed since {@code seen}, which was open. */
    boolean stillAsIn(GrantGate seen) {
        return open() && term == seen.term;
    }

    GrantGate expired() {
        return new GrantGate(generation, term, epoch, until, State.EXPIRED);
    }

    GrantGate renewed(long later) {
        return state == State.NO_LEASE
                ? new GrantGate(generation, term, epoch, later, State.SHUT)
                : new GrantGate(generation, term, epoch, later - until > 0 ? later : until, state);
    }

    GrantGate shut() {
        return new GrantGate(generation, term + 1, epoch, until, open() ? State.SHUT : state);
    }

    GrantGate opened(long view) {
        return new GrantGate(generation, term + 1, view, until, state == State.SHUT ? State.OPEN : state);
    }

    GrantGate withoutLease() {
        return new GrantGate(generation + 1, term + 1, epoch, until, State.NO_LEASE);
    }
}
