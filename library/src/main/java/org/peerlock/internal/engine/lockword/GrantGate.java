package org.peerlock.internal.engine.lockword;

/**
 * What a node may do at the moment: an immutable value, replaced as a whole.
 *
 * @param generation one more after every expiry of the lease. A hold is valid in the generation in which it was granted, and
 *     in no other
 * @param term one more after every expiry, shutting and opening: two looks that see the same term have missed nothing
 * @param epoch the view's
 * @param until when the lease ends on the node's monotonic clock, whose readings are compared by their difference only
 */
public record GrantGate(long generation, long term, long epoch, long until, State state) {

    /** What is possible. */
    public enum State {
        /** Grants, as long as the lease lasts. */
        OPEN,
        /** No grants: sealed, leaving, or without a view. Holds are valid as long as the lease lasts. */
        SHUT,
        /** Somebody has seen the lease ended, and the loop has not dealt with it: no grants, and no hold is valid. */
        EXPIRED,
        /** There is no lease, and no hold of this generation. */
        NO_LEASE
    }

    /** A node without lease and view. */
    static final GrantGate FIRST = new GrantGate(0, 0, 0, 0, State.NO_LEASE);

    public boolean open() {
        return state == State.OPEN;
    }

    /** Whether there is a lease that nobody has seen ended so far. */
    boolean leased() {
        return state == State.OPEN || state == State.SHUT;
    }

    boolean lasts(long now) {
        return leased() && now - until < 0;
    }

    boolean ended(long now) {
        return state != State.NO_LEASE && !lasts(now);
    }

    /** Whether whoever saw the other one open may take it that nothing has happened since. */
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
