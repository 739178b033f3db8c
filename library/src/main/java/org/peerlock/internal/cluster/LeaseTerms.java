package org.peerlock.internal.cluster;

/**
 * What the others must know of a node to be certain that its lease has expired. A node keeps its terms as long as it is
 * registered. Each node may have other ones.
 *
 * @param leaseMillis for how long a renewal lets the node hold locks
 * @param driftPpm by how much the node's clock may run too fast or too slow, in millionths
 */
public record LeaseTerms(long leaseMillis, int driftPpm) {

    private static final long MILLION = 1_000_000;

    public LeaseTerms {
        if (leaseMillis <= 0) {
            throw new IllegalArgumentException("a lease lasts");
        }
        if (driftPpm < 0 || driftPpm >= 1_000_000) {
            throw new IllegalArgumentException("a clock runs forward");
        }
    }

    /** For how long a renewal lets the node hold locks in true time, at most: its clock may be slow. In milliseconds. */
    public long longestMillis() {
        return (leaseMillis * MILLION + MILLION - driftPpm - 1) / (MILLION - driftPpm);
    }

    /** The same terms, but not for less than this time. */
    LeaseTerms atLeast(long millis) {
        return new LeaseTerms(Math.max(leaseMillis, millis), driftPpm);
    }

    /** The longer lease with the greater drift: a node that waits for these terms has waited for both nodes. */
    public LeaseTerms longest(LeaseTerms other) {
        return new LeaseTerms(Math.max(leaseMillis, other.leaseMillis), Math.max(driftPpm, other.driftPpm));
    }
}
