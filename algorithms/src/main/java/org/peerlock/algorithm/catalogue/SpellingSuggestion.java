package org.peerlock.algorithm.catalogue;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;

/** Finds the words that a user may have meant by an unknown one. */
public final class SpellingSuggestion {

    private static final int MOST = 3;
    /** A part of a word with fewer characters says too little. */
    private static final int SHORTEST_PART = 3;

    private SpellingSuggestion() {}

    /**
     * A question to append to an error message: {@code ; did you mean 'lamport'?} Empty if no known
     * word is similar.
     */
    public static String of(String word, Collection<String> known) {
        String lower = word.toLowerCase(Locale.ROOT);
        String words = known.stream()
                .filter(each -> isSimilar(lower, each.toLowerCase(Locale.ROOT)))
                .sorted(Comparator.comparingInt(each -> distance(lower, each.toLowerCase(Locale.ROOT))))
                .limit(MOST)
                .map(each -> "'" + each + "'")
                .collect(Collectors.joining(" or "));
        return words.isEmpty() ? "" : "; did you mean " + words + "?";
    }

    /** One mistake in three characters, or a part of the known word. */
    private static boolean isSimilar(String word, String known) {
        return distance(word, known) <= Math.max(word.length(), known.length()) / 3
                || (word.length() >= SHORTEST_PART && known.contains(word));
    }

    /**
     * How many characters must be inserted, deleted, replaced, or swapped with their neighbour (the
     * distance of Damerau and Levenshtein, where no part is changed twice).
     */
    static int distance(String one, String other) {
        int[][] distance = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    distance[i][j] = i + j;
                    continue;
                }
                int replaced = distance[i - 1][j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                int least = Math.min(replaced, 1 + Math.min(distance[i - 1][j], distance[i][j - 1]));
                boolean swapped = i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1);
                distance[i][j] = swapped ? Math.min(least, 1 + distance[i - 2][j - 2]) : least;
            }
        }
        return distance[one.length()][other.length()];
    }
}
