package org.peerlock.algorithm.data;

/**
 * The sequence numbers by which requests are ordered, as far as a node knows them. A new request
 * chooses a number that is greater than all that its node knows. A request that is inside when the
 * group starts has number 0, less than any that will be chosen.
 *
 * @param our the number that the node's own request chose, or else its last request
 * @param highest the greatest number sent or received in any REQUEST
 */
public record Numbers(long our, long highest) {

    public static Numbers zero() {
        return new Numbers(0, 0);
    }

    /** Chooses {@code number}, which counts as sent at once. */
    public Numbers choose(long number) {
        return new Numbers(number, number);
    }

    /** Chooses the highest one plus {@code increment}. */
    public Numbers next(int increment) {
        return choose(highest + increment);
    }

    public Numbers seen(long number) {
        return new Numbers(our, Math.max(highest, number));
    }

    /** Our number together with the node's own number, which breaks ties. */
    public Ticket ticket(int me) {
        return new Ticket(our, me);
    }

    @Override
    public String toString() {
        return "(our=" + our + " highest=" + highest + ")";
    }
}
