package org.peerlock.brain.word;

/**
 * What a node may do at the moment: an immutable value, replaced as a whole.
 *
 * @param generation one more after every lapse of the lease. A hold is valid in the generation in which it was granted, and
 *     in no other
 * @param term one more after every lapse, shutting and opening: two looks that see the same term have missed nothing
 * @param epoch the view's
 * @param until when the lease ends on the node's monotonic clock, whose readings are compared by their difference only
 */
public record Gate(long generation, long term, long epoch, long until, State state) {

    /** What is possible. */
    public enum State {
        /** Grants, as long as the lease lasts. */
        OPEN,
        /** No grants: sealed, leaving, or without a view. Holds are valid as long as the lease lasts. */
        SHUT,
        /** Somebody has seen the lease ended, and the loop has not dealt with it: no grants, and no hold is valid. */
        EXPIRED,
        /** There is no lease, and no hold of this generation. */
        LAPSED
    }

    /** A node without lease and view. */
    static final Gate FIRST = new Gate(0, 0, 0, 0, State.LAPSED);

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
        return state != State.LAPSED && !lasts(now);
    }

    /** Whether whoever saw the other one open may take it that nothing has happened since. */
    boolean stillAsIn(Gate seen) {
        return open() && term == seen.term;
    }

    Gate expired() {
        return new Gate(generation, term, epoch, until, State.EXPIRED);
    }

    Gate renewed(long later) {
        return state == State.LAPSED
                ? new Gate(generation, term, epoch, later, State.SHUT)
                : new Gate(generation, term, epoch, later - until > 0 ? later : until, state);
    }

    Gate shut() {
        return new Gate(generation, term + 1, epoch, until, open() ? State.SHUT : state);
    }

    Gate opened(long view) {
        return new Gate(generation, term + 1, view, until, state == State.SHUT ? State.OPEN : state);
    }

    Gate lapsed() {
        return new Gate(generation + 1, term + 1, epoch, until, State.LAPSED);
    }
}
