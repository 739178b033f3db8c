package org.peerlock.lab.world;

import java.util.Arrays;
import org.peerlock.lab.world.Numbering.Renumbering;

/** The numbers in a state or a message, series by series. */
final class NumberRanges implements Renumbering {

    static final NumberRanges NONE = new NumberRanges(0);

    private final long[] leastGrowing;
    private final long[][] fixed;

    /** Creates empty ranges for the series 0 to {@code nodes}. */
    NumberRanges(int nodes) {
        leastGrowing = new long[nodes + 1];
        Arrays.fill(leastGrowing, Long.MAX_VALUE);
        fixed = new long[nodes + 1][0];
    }

    /** The least growing number of a series; {@link Long#MAX_VALUE} if there is none. */
    long leastGrowing(int series) {
        return leastGrowing[series];
    }

    long[] fixed(int series) {
        return fixed[series];
    }

    @Override
    public long fence(long fence) {
        return fence;
    }

    @Override
    public long request(long id) {
        return id;
    }

    @Override
    public long growing(int series, long number) {
        leastGrowing[series] = Math.min(leastGrowing[series], number);
        return number;
    }

    @Override
    public long fixed(int series, long number) {
        long[] more = Arrays.copyOf(fixed[series], fixed[series].length + 1);
        more[more.length - 1] = number;
        fixed[series] = more;
        return number;
    }
}
