package org.peerlock.lab.check;

import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import org.peerlock.algorithm.data.NodeSet;

/**
 * What an exploration found.
 *
 * @param states how many different ones were reached
 * @param transitions how many steps led to them
 * @param pruned how many more steps met what a node takes for impossible, where that is not judged: what would come of them was
 *     not looked at
 * @param depth the most steps that a shortest way to any of them takes
 * @param complete whether all were visited: otherwise something wrong was found, or the limit was reached
 * @param full whether it was given up since there were more states, or steps where progress or starvation is judged, than can be
 *     numbered: 2,147,483,647
 * @param contended whether two nodes ever wanted to enter at once; otherwise nothing was tried
 * @param entered the nodes that ever entered
 * @param messages the types that were ever sent
 * @param sent the fewest and the most messages of any complete run: all entries made, nothing under way; nothing where there is
 *     no such run, where there are cycles, or where not all was visited
 * @param bytes what it took to remember the states, and which leads to which where progress or starvation is judged
 * @param counterexample something wrong
 */
public record CheckReport<M>(
        long states,
        long transitions,
        long pruned,
        int depth,
        boolean complete,
        boolean full,
        boolean contended,
        NodeSet entered,
        SortedSet<String> messages,
        Optional<Range> sent,
        long bytes,
        Optional<Counterexample<M>> counterexample) {

    /** What the search says of the properties. */
    public enum Verdict {
        HOLDS,
        VIOLATED,
        /** The effort was spent before all was visited. */
        INCOMPLETE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Verdict verdict() {
        if (counterexample.isPresent()) {
            return Verdict.VIOLATED;
        }
        return complete ? Verdict.HOLDS : Verdict.INCOMPLETE;
    }

    /** From the least to the most. */
    public record Range(long least, long most) {}
}
