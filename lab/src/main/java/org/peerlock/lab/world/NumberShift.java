package org.peerlock.lab.world;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.peerlock.lab.world.Numbering.Renumbering;

/**
 * Shifts the numbers of a world down, so that the least growing number of each series becomes 0,
 * and closes the gaps between those below it: they become -1, -2 and so on. All numbers keep their
 * order. Distances between growing numbers and others above the least growing one are kept; the
 * numbers below it can never be reached by adding to a growing number.
 */
final class NumberShift implements Renumbering {

    private static final long[] NONE = {};

    private final long[] least;
    /** For each series, the fixed numbers below the least growing one, ascending. */
    private final long[][] below;

    /** The shift for a world with these numbers. */
    NumberShift(int nodes, List<NumberRanges> ranges) {
        least = new long[nodes + 1];
        below = new long[nodes + 1][];
        for (int series = 0; series <= nodes; series++) {
            least[series] = leastGrowing(series, ranges);
            below[series] = below(series, ranges);
        }
    }

    private static long leastGrowing(int series, List<NumberRanges> ranges) {
        long least = Long.MAX_VALUE;
        for (NumberRanges numberRanges : ranges) {
            least = Math.min(least, numberRanges.leastGrowing(series));
        }
        return least;
    }

    private long[] below(int series, List<NumberRanges> ranges) {
        LongStream.Builder found = LongStream.builder();
        boolean any = false;
        for (NumberRanges numberRanges : ranges) {
            for (long number : numberRanges.fixed(series)) {
                if (number < least[series]) {
                    found.add(number);
                    any = true;
                }
            }
        }
        return any ? found.build().sorted().distinct().toArray() : NONE;
    }

    /** Whether all numbers stay as they are. */
    boolean changesNothing() {
        for (int series = 0; series < least.length; series++) {
            boolean inPlace = least[series] == 0 || least[series] == Long.MAX_VALUE;
            int count = below[series].length;
            if (!inPlace || (count > 0 && (below[series][0] != -count || below[series][count - 1] != -1))) {
                return false;
            }
        }
        return true;
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
        return number - least[series];
    }

    @Override
    public long fixed(int series, long number) {
        return number < least[series]
                ? Arrays.binarySearch(below[series], number) - below[series].length
                : number - least[series];
    }
}
