package org.peerlock.lab.simulate;

import java.util.Collections;
import java.util.List;

/**
 * The random numbers of all simulations: SplitMix64, by G. L. Steele Jr., D. Lea and C. H. Flood,
 * "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
 *
 * <p>A seed gives the same numbers, and the same draws from each distribution, wherever this code
 * runs: all arithmetic is that of integers, or exactly defined for floating-point numbers
 * ({@link StrictMath}). The generators of the Java library do not promise that for the draws.
 */
public final class SplitMix64 {

    /** The odd integer closest to 2^64 divided by the golden ratio. */
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    /** The distance of two doubles of {@link #nextDouble()}. */
    private static final double DOUBLE_UNIT = 0x1.0p-53;

    private long seed;
    private final long gamma;

    public SplitMix64(long seed) {
        this(seed, GOLDEN_GAMMA);
    }

    private SplitMix64(long seed, long gamma) {
        this.seed = seed;
        this.gamma = gamma;
    }

    /** A generator whose numbers are independent of the further numbers of this one. */
    public SplitMix64 split() {
        return new SplitMix64(nextLong(), mixGamma(nextSeed()));
    }

    private long nextSeed() {
        seed += gamma;
        return seed;
    }

    /** Any 64 bits. */
    public long nextLong() {
        long z = nextSeed();
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Any 32 bits, which the authors mix in another way. */
    private int nextInt() {
        long z = nextSeed();
        z = (z ^ (z >>> 33)) * 0x62A9D9ED799705F5L;
        z = (z ^ (z >>> 28)) * 0xCB24D0A5C88C35B3L;
        return (int) (z >>> 32);
    }

    /** The increment of a new generator: odd, and with bits that change often enough. */
    private static long mixGamma(long seed) {
        long z = (seed ^ (seed >>> 33)) * 0xFF51AFD7ED558CCDL;
        z = (z ^ (z >>> 33)) * 0xC4CEB9FE1A85EC53L;
        z = (z ^ (z >>> 33)) | 1;
        return Long.bitCount(z ^ (z >>> 1)) < 24 ? z ^ 0xAAAAAAAAAAAAAAAAL : z;
    }

    /** One of 0 to {@code bound - 1}, each equally likely. */
    public int nextInt(int bound) {
        requirePositive(bound);
        int mask = bound - 1;
        int bits = nextInt();
        if ((bound & mask) == 0) {
            return bits & mask;
        }
        // The last numbers belong to an incomplete row of results, and are drawn again.
        for (bits >>>= 1; bits + mask - bits % bound < 0; ) {
            bits = nextInt() >>> 1;
        }
        return bits % bound;
    }

    /** One of 0 to {@code bound - 1}, each equally likely. */
    public long nextLong(long bound) {
        requirePositive(bound);
        long mask = bound - 1;
        long bits = nextLong();
        if ((bound & mask) == 0) {
            return bits & mask;
        }
        for (bits >>>= 1; bits + mask - bits % bound < 0; ) {
            bits = nextLong() >>> 1;
        }
        return bits % bound;
    }

    private static void requirePositive(long bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("a bound is at least 1, not " + bound);
        }
    }

    public boolean nextBoolean() {
        return nextInt() < 0;
    }

    /** Uniform from 0, inclusive, to 1, exclusive. */
    public double nextDouble() {
        return (nextLong() >>> 11) * DOUBLE_UNIT;
    }

    /** Exponential with mean 1: the inverse of its distribution function. */
    public double nextExponential() {
        return -StrictMath.log(1 - nextDouble());
    }

    /** Normal with mean 0 and standard deviation 1: the polar method of Marsaglia. */
    public double nextGaussian() {
        while (true) {
            double x = 2 * nextDouble() - 1;
            double y = 2 * nextDouble() - 1;
            double square = x * x + y * y;
            if (square > 0 && square < 1) {
                return x * StrictMath.sqrt(-2 * StrictMath.log(square) / square);
            }
        }
    }

    /** Puts a list into a random order, each equally likely. */
    public void shuffle(List<?> list) {
        for (int last = list.size() - 1; last > 0; last--) {
            Collections.swap(list, last, nextInt(last + 1));
        }
    }
}
