package org.peerlock.algorithm.permission;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A small set of residues modulo N, including 0, such that every residue is the difference of two
 * of them.
 *
 * <p>Up to N = {@value #SEARCHED} it is a smallest such set, and among these the first in
 * lexicographic order. Beyond, it has about √(2N) members; no such set has fewer than √N.
 */
final class DifferenceCover {

    /**
     * Up to this N, a search among all sets takes at most a fifth of a second; beyond, it takes
     * seconds.
     */
    static final int SEARCHED = 51;

    private DifferenceCover() {}

    static List<Integer> modulo(int n) {
        return n <= SEARCHED ? smallest(n) : constructed(n);
    }

    /**
     * 0 to a - 1, and the multiples of a up to N/2. Every d up to N/2 is ka - j with j less than a;
     * a residue above N/2 is the negative of such a difference.
     */
    static List<Integer> constructed(int n) {
        int a = (int) Math.ceil(Math.sqrt(n / 2.0));
        SortedSet<Integer> cover = new TreeSet<>();
        for (int j = 0; j < a; j++) {
            cover.add(j % n);
        }
        for (int k = 1; (k - 1) * a < n / 2; k++) {
            cover.add(k * a % n);
        }
        return List.copyOf(cover);
    }

    private static List<Integer> smallest(int n) {
        List<Integer> cover = new ArrayList<>(List.of(0));
        int size = 1;
        while (!complete(cover, size, n)) {
            size++;
        }
        return cover;
    }

    /**
     * Adds greater members, up to {@code size}, so that all differences are covered; adds none if
     * that cannot be done.
     */
    private static boolean complete(List<Integer> cover, int size, int n) {
        int missing = n - covered(cover, n);
        if (cover.size() == size || missing == 0) {
            return missing == 0;
        }
        int stillPossible = size * (size - 1) - cover.size() * (cover.size() - 1);
        if (missing > stillPossible) {
            return false;
        }
        for (int next = cover.get(cover.size() - 1) + 1; next < n; next++) {
            cover.add(next);
            if (complete(cover, size, n)) {
                return true;
            }
            cover.remove(cover.size() - 1);
        }
        return false;
    }

    /** How many residues are differences of two members. */
    private static int covered(List<Integer> cover, int n) {
        boolean[] isCovered = new boolean[n];
        int count = 0;
        for (int a : cover) {
            for (int b : cover) {
                int difference = Math.floorMod(a - b, n);
                count += isCovered[difference] ? 0 : 1;
                isCovered[difference] = true;
            }
        }
        return count;
    }
}
