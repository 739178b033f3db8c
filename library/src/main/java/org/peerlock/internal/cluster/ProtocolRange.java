package org.peerlock.internal.cluster;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The versions of the protocol that a node speaks. The nodes of a cluster use one of them, which the registry names. It rises when
 * all registered nodes speak a greater one, so that a new version of the library can replace an old one node by node.
 *
 * <pre>
 *     1   the first
 *     2   a member may let another one renew its lease
 * </pre>
 *
 * @param min the smallest
 * @param max the greatest
 */
public record ProtocolRange(int min, int max) {

    /** The versions that this version of the library speaks. */
    public static final ProtocolRange OF_LIBRARY = new ProtocolRange(1, 2);

    /** From this version on, a member may let another one renew its lease. */
    public static final int DELEGATED_RENEWAL = 2;

    private static final Pattern TEXT = Pattern.compile("([1-9][0-9]{0,8})-([1-9][0-9]{0,8})");

    public ProtocolRange {
        if (min < 1 || max < min) {
            throw new IllegalArgumentException("a range of versions from " + min + " to " + max);
        }
    }

    public boolean contains(int version) {
        return min <= version && version <= max;
    }

    /** Whether there is a version that both speak. */
    public boolean overlaps(ProtocolRange other) {
        return min <= other.max && other.min <= max;
    }

    /**
     * Reads what {@link #toString} has written.
     *
     * @throws IllegalArgumentException if it has not
     */
    public static ProtocolRange parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a range of versions: " + text);
        }
        return new ProtocolRange(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    @Override
    public String toString() {
        return min + "-" + max;
    }
}
