package org.peerlock.algorithm.permission;

import java.util.EnumSet;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Profile;

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

    /**
     * A node that counts modulo {@code modulus}.
     *
     * @throws IllegalArgumentException if the modulus is less than 2N - 1
     */
    public RicartAgrawalaModulo(int me, int nodes, int modulus) {
        this(me, nodes, PROFILE, Modifications.none(), modulus);
    }

    /** With other modifications, and the profile that they give to this one. */
    public RicartAgrawalaModulo(int me, int nodes, Profile profile, Modifications others, int modulus) {
        super(me, nodes, others.of(profile), others.modulo(sufficient(modulus, nodes), nodes));
    }

    private static int sufficient(int modulus, int nodes) {
        if (modulus < leastModulus(nodes)) {
            throw new IllegalArgumentException("the modulus must be at least 2N - 1 = " + leastModulus(nodes) + ", not "
                    + modulus + ": with fewer numbers, one that has wrapped around looks like one that has not");
        }
        return modulus;
    }

    /** M ≥ 2N - 1. */
    public static int leastModulus(int nodes) {
        return 2 * nodes - 1;
    }
}
