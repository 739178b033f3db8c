package org.peerlock.lab.world;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.peerlock.lab.world.Numbering.Renumbering;

/**
 * Moves the numbers of a world down, so that the least growing one of each series becomes 0, and closes the gaps between those
 * below it: they become -1, -2 and so on. All keep their order; and the distances from any growing number to others that can be
 * reached by adding to it, since none below all that grow can be.
 */
final class NumberShift implements Renumbering {

    private static final long[] NONE = {};

    private final long[] least;
    /** For each series the fixed numbers below the least growing one, ascending. */
    private final long[][] below;

    /** One for the world with these numbers. */
    NumberShift(int nodes, List<NumberRanges> extents) {
        least = new long[nodes + 1];
        below = new long[nodes + 1][];
        for (int series = 0; series <= nodes; series++) {
            least[series] = leastGrowing(series, extents);
            below[series] = below(series, extents);
        }
    }

    private static long leastGrowing(int series, List<NumberRanges> extents) {
        long least = Long.MAX_VALUE;
        for (NumberRanges numberRanges : extents) {
            least = Math.min(least, numberRanges.leastGrowing(series));
        }
        return least;
    }

    private long[] below(int series, List<NumberRanges> extents) {
        LongStream.Builder found = LongStream.builder();
        boolean any = false;
        for (NumberRanges numberRanges : extents) {
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
