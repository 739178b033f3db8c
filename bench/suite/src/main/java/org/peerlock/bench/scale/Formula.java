package org.peerlock.bench.scale;

import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.permission.RequestSets;

/**
 * How many messages an entry should cost, by what was published or follows from it; {@code docs/RESULTS.md} has most of them.
 *
 * @param text for a reader: N nodes, of which K are in a request set
 * @param messages the number for so many nodes
 */
record Formula(String text, IntToDoubleFunction messages) {

    /** The formula for an algorithm at a load, if there is one. */
    static Optional<Formula> of(String algorithm, MessageCountSimulation.Load load) {
        return Optional.ofNullable(load == MessageCountSimulation.Load.LIGHT ? light(algorithm) : saturated(algorithm));
    }

    private static @Nullable Formula light(String algorithm) {
        return switch (algorithm) {
            case "ra-broadcast-reply", "ra-ring-notes" -> nodes();
            case "roucairol-carvalho", "suzuki-kasami" -> new Formula("N-1 on average", n -> n - 1);
            case "maekawa" ->
                new Formula("3(K-1)", n -> 3 * (RequestSets.build(n).size() - 1));
            case "raymond-tree" -> new Formula("twice the mean distance in the tree", Formula::twiceTheMeanDistance);
            // Lavault, LNCS 634, 1992: the expected cost of a path reversal
            case "naimi-trehel" -> new Formula("1 + 1/2 + ... + 1/(N-1) on average", n -> harmonic(n - 1));
            default -> always(algorithm);
        };
    }

    private static @Nullable Formula saturated(String algorithm) {
        return switch (algorithm) {
            case "ra-broadcast-reply" -> new Formula("2", n -> 2);
            case "ra-ring-notes" -> new Formula("2N-1", n -> 2 * n - 1);
            case "roucairol-carvalho" -> timesTheOthers(2);
            case "maekawa" ->
                new Formula("4(K-1)", n -> 4 * (RequestSets.build(n).size() - 1));
            case "suzuki-kasami" -> nodes();
            case "raymond-tree" -> new Formula("4(N-1)/N", n -> 4.0 * (n - 1) / n);
            default -> always(algorithm);
        };
    }

    private static @Nullable Formula always(String algorithm) {
        return switch (algorithm) {
            case "lamport" -> timesTheOthers(3);
            case "ricart-agrawala", "ra-random-increment" -> timesTheOthers(2);
            case "ra-broadcast", "ra-ring-echo" -> nodes();
            default -> null;
        };
    }

    private static Formula nodes() {
        return new Formula("N", n -> n);
    }

    private static Formula timesTheOthers(int times) {
        return new Formula(times + "(N-1)", n -> times * (n - 1));
    }

    private static double harmonic(int n) {
        return IntStream.rangeClosed(1, n).mapToDouble(i -> 1.0 / i).sum();
    }

    /** In a binary tree, of two nodes that are drawn and may be the same: an edge is between them if one is below it and one is not. */
    private static double twiceTheMeanDistance(int n) {
        int[] below = new int[n + 1];
        double ways = 0;
        for (int node = n; node > 1; node--) {
            below[node]++;
            below[node / 2] += below[node];
            ways += 2.0 * below[node] * (n - below[node]);
        }
        return 2 * ways / ((double) n * n);
    }
}
