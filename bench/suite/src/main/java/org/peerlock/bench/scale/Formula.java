package org.peerlock.bench.scale;

import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.permission.RequestSets;

/**
 * The expected number of messages per entry, as published or as derived from the publication. Most
 * of the formulas are in {@code docs/RESULTS.md}.
 *
 * @param text the formula for readers; N is the number of nodes, K the size of a request set
 * @param messages maps the number of nodes to the number of messages
 */
record Formula(String text, IntToDoubleFunction messages) {

    /** The formula of an algorithm at a load level, if there is one. */
    static Optional<Formula> of(String algorithm, MessageCountSimulation.LoadLevel load) {
        return Optional.ofNullable(
                load == MessageCountSimulation.LoadLevel.LIGHT ? light(algorithm) : saturated(algorithm));
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

    /**
     * Twice the mean distance of two random nodes of a binary tree, which may be the same node. An
     * edge is on the path between them if one of them is below it and the other is not.
     */
    private static double twiceTheMeanDistance(int n) {
        int[] below = new int[n + 1];
        double pathLengths = 0;
        for (int node = n; node > 1; node--) {
            below[node]++;
            below[node / 2] += below[node];
            pathLengths += 2.0 * below[node] * (n - below[node]);
        }
        return 2 * pathLengths / ((double) n * n);
    }
}
