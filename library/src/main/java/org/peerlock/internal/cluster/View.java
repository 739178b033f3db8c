package org.peerlock.internal.cluster;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

/**
 * A group of nodes among which the algorithms run, for as long as it is the current one. Their ranks are the algorithms'
 * node numbers.
 *
 * @param epoch grows from view to view; no two views ever have the same
 * @param members sorted, each once
 * @param survivors the members that may hold locks from earlier views; sorted. Each of them must have reported what it holds
 *     before this view may be installed
 */
public record View(long epoch, List<Incarnation> members, List<Incarnation> survivors) {

    public View {
        members = sorted(members);
        survivors = sorted(survivors);
        if (!new TreeSet<>(members).containsAll(survivors)) {
            throw new IllegalArgumentException("a survivor is no member of view " + epoch);
        }
    }

    private static List<Incarnation> sorted(Collection<Incarnation> ids) {
        return List.copyOf(new TreeSet<>(ids));
    }

    public int size() {
        return members.size();
    }

    public boolean has(Incarnation id) {
        return Collections.binarySearch(members, id) >= 0;
    }

    /**
     * The member's place among all, from 1.
     *
     * @throws IllegalArgumentException if it is no member
     */
    public int rank(Incarnation id) {
        int index = Collections.binarySearch(members, id);
        if (index < 0) {
            throw new IllegalArgumentException(id + " is no member of view " + epoch);
        }
        return index + 1;
    }

    /** The member with this rank. */
    public Incarnation member(int rank) {
        return members.get(rank - 1);
    }
}
