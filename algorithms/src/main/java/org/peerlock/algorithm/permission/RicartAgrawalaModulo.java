package org.peerlock.algorithm.permission;

import static org.peerlock.algorithm.Phase.IDLE;

import java.util.EnumSet;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.QueuePosition;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.data.Ticket;

/**
 * Ricart and Agrawala 1981, section 6.4: bounding sequence numbers.
 *
 * <p>{@link RicartAgrawala} with numbers modulo M, which fit a fixed number of bits. The numbers of
 * all requests under way lie between some x and x + N - 1, since each chooses the next one and none
 * is granted while a lower one waits; so two that differ by N or more differ because one has
 * wrapped around.
 *
 * <p>That needs what the paper's code leaves out: choosing a number raises the highest one at once.
 * Otherwise the highest one may lag by N behind a number that is received, which looks like N - 1
 * ahead, for every M.
 *
 * <p>It also needs every number to be served in its turn and to be the next one. So a withdrawn
 * request continues to wait, and leaves the moment it enters; increments other than 1, and readers
 * that do not wait for each other, are not possible.
 *
 * <p>Not in the paper: the fence does not come from the numbers, because they recur; REPLY carries
 * it, as elsewhere.
 */
public class RicartAgrawalaModulo extends RicartAgrawala {

    public static final Profile PROFILE = new Profile(
            "ra-modulo",
            Family.PERMISSION_OF_ALL,
            "Ricart and Agrawala 1981, 6.4",
            Assumptions.anyOrder(),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("2(N-1)", "T", "by (number, node)", "in REPLY"));

    private final int nodes;
    private final int modulus;

    /**
     * A node that counts modulo {@code modulus}.
     *
     * @throws IllegalArgumentException if the modulus is less than 2N - 1
     */
    public RicartAgrawalaModulo(int me, int nodes, int modulus) {
        super(me, nodes, PROFILE);
        if (modulus < leastModulus(nodes)) {
            throw new IllegalArgumentException("the modulus must be at least 2N - 1 = " + leastModulus(nodes) + ", not "
                    + modulus + ": with fewer numbers, one that has wrapped around looks like one that has not");
        }
        this.nodes = nodes;
        this.modulus = modulus;
    }

    /** M ≥ 2N - 1. */
    public static int leastModulus(int nodes) {
        return 2 * nodes - 1;
    }

    protected int modulus() {
        return modulus;
    }

    @Override
    protected long next(long highest, Request request) {
        Expect.that(request.increment() == 1, "numbers modulo M stay within reach of each other only in steps of 1");
        return (highest + 1) % modulus();
    }

    @Override
    protected long maximum(long highest, long k) {
        return compare(highest, k) < 0 ? k : highest;
    }

    @Override
    protected boolean precedes(Ticket ours, Ticket theirs) {
        int order = compare(ours.number(), theirs.number());
        return order == 0 ? ours.node() < theirs.node() : order < 0;
    }

    /**
     * When making a comparison, the smaller number should be increased by M if the difference is N
     * or more.
     */
    private int compare(long a, long b) {
        boolean wrapped = Math.abs(a - b) >= nodes;
        return wrapped ? Long.compare(b, a) : Long.compare(a, b);
    }

    /**
     * A withdrawn request keeps its turn: if its number were skipped, the numbers of others could
     * differ by too much.
     */
    @Override
    protected boolean requesting(State s) {
        return s.own().phase() != IDLE;
    }

    /** Numbers that recur give an order only to a node that knows which ones are in use. */
    @Override
    public QueuePosition queuePosition(State s, long requestId) {
        return QueuePosition.unknown();
    }
}
