package org.peerlock.internal.cluster;

import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * The name of a node from when it starts, or comes back after an eviction, until it leaves or is evicted: 128 random bits. No
 * message for one incarnation ever reaches a later one.
 */
public record Incarnation(long high, long low) implements Comparable<Incarnation> {

    private static final HexFormat DIGITS = HexFormat.of();

    /** No node has this one: see {@link ClusterState#create}. */
    public static final Incarnation GENESIS = new Incarnation(0, 0);

    public static Incarnation draw(RandomGenerator random) {
        return new Incarnation(random.nextLong(), random.nextLong());
    }

    /**
     * What {@link #toString} wrote.
     *
     * @throws IllegalArgumentException if it did not write that
     */
    public static Incarnation parse(String digits) {
        if (digits.length() != 32 || !digits.chars().allMatch(Incarnation::isDigit)) {
            throw new IllegalArgumentException("not 32 hexadecimal digits: " + digits);
        }
        return new Incarnation(
                HexFormat.fromHexDigitsToLong(digits, 0, 16), HexFormat.fromHexDigitsToLong(digits, 16, 32));
    }

    private static boolean isDigit(int c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }

    @Override
    public int compareTo(Incarnation other) {
        int order = Long.compareUnsigned(high, other.high);
        return order != 0 ? order : Long.compareUnsigned(low, other.low);
    }

    /**
     * Its first digits, for logs: enough to tell nodes apart. The whole name is for members only: a process that knows it can
     * send messages to the node.
     */
    public String shortId() {
        return toString().substring(0, 8);
    }

    /** All 32 hexadecimal digits. */
    @Override
    public String toString() {
        return DIGITS.toHexDigits(high) + DIGITS.toHexDigits(low);
    }
}
