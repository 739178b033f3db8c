package org.peerlock.algorithm.permission;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A set of q + 1 residues modulo N = q² + q + 1, including 0, such that every other residue is the
 * difference of exactly one pair of them: a line of a projective plane of order q. There is one for
 * every prime power q, and none is known for another q. N = 1 and N = 3 are degenerate planes, of
 * order 0 and 1.
 *
 * <p>J. Singer, "A Theorem in Finite Projective Geometry and Some Applications to Number Theory",
 * Transactions of the AMS 43, 1938: if g is a primitive element of the field of q³ elements, take
 * the exponents e, modulo N, for which the trace of g<sup>e</sup> over the field of q elements is
 * 0.
 */
final class PerfectDifferenceSet {

    private PerfectDifferenceSet() {}

    static boolean exists(int n) {
        int q = order(n);
        return q * q + q + 1 == n && (q <= 1 || isPrimePower(q));
    }

    static List<Integer> modulo(int n) {
        if (!exists(n)) {
            throw new IllegalArgumentException("a projective plane needs N = q² + q + 1 nodes, q a prime power: not "
                    + n + ", but " + nearest(n, -1) + " or " + nearest(n, 1));
        }
        return switch (n) {
            case 1 -> List.of(0);
            case 3 -> List.of(0, 1);
            default -> singer(order(n), n);
        };
    }

    /** The greatest q with q² + q + 1 at most n. */
    private static int order(int n) {
        return (int) (Math.sqrt(n - 0.75) - 0.5);
    }

    private static int nearest(int n, int step) {
        int near = n;
        while (!exists(near)) {
            near += step;
        }
        return near;
    }

    private static boolean isPrimePower(int q) {
        int rest = q;
        while (rest % smallestFactor(q) == 0) {
            rest /= smallestFactor(q);
        }
        return rest == 1;
    }

    private static int smallestFactor(int q) {
        int factor = 2;
        while (q % factor != 0) {
            factor++;
        }
        return factor;
    }

    private static List<Integer> singer(int q, int n) {
        int p = smallestFactor(q);
        int[] powers = powersOfPrimitiveElement(p, q * q * q);
        int[] line =
                IntStream.range(0, n).filter(e -> trace(powers, e, q, p) == 0).toArray();
        return IntStream.of(line).mapToObj(e -> e - line[0]).toList();
    }

    /** a + a<sup>q</sup> + a<sup>q²</sup>, where a is g<sup>e</sup>. */
    private static int trace(int[] powers, int e, int q, int p) {
        int sum = 0;
        for (long exponent : new long[] {e, (long) e * q, (long) e * q * q}) {
            sum = plus(sum, 1, powers[(int) (exponent % powers.length)], p);
        }
        return sum;
    }

    // An element of the field of p^m elements is a polynomial over the integers modulo p, of a
    // degree less than m, written as a number whose digits to the base p are its coefficients. x^m
    // must be set equal to one of them such that the powers of x are all elements but 0: then it is
    // a field, and x is primitive in it.

    /**
     * The powers of x with the exponents 0 to size - 2, in a field of that size where these are all
     * different.
     */
    private static int[] powersOfPrimitiveElement(int p, int size) {
        int[] powers = new int[size - 1];
        int reduction = 1; // what x^m is equal to
        while (!fill(powers, reduction, p)) {
            reduction++;
        }
        return powers;
    }

    /**
     * False if the powers of x are not all different: then they return to 1 too early, or never.
     */
    private static boolean fill(int[] powers, int reduction, int p) {
        int leading = (powers.length + 1) / p; // x^(m-1)
        int power = 1;
        for (int e = 0; e < powers.length; e++) {
            if (power == 1 && e > 0) {
                return false;
            }
            powers[e] = power;
            power = plus(power % leading * p, power / leading, reduction, p); // times x
        }
        return power == 1;
    }

    /** a + factor·b. */
    private static int plus(int a, int factor, int b, int p) {
        if (a == 0 && b == 0) {
            return 0;
        }
        return (a % p + factor * (b % p)) % p + p * plus(a / p, factor, b / p, p);
    }
}
