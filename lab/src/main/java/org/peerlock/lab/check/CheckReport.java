package org.peerlock.lab.check;

import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import org.peerlock.algorithm.data.NodeSet;

/**
 * The result of an exploration.
 *
 * @param states the number of distinct states reached
 * @param transitions the number of transitions between them
 * @param pruned how many more transitions led to an input that a node considers impossible, if that
 *     is not checked; the search did not continue there, so it was not complete
 * @param depth the greatest distance of a visited state from the start
 * @param exhausted whether all reached states were expanded; if not, a violation was found or the
 *     limit was reached
 * @param full whether the search stopped because there were more than 2,147,483,647 states, or as
 *     many transitions if the graph is kept for progress and starvation
 * @param contended whether two nodes ever wanted to enter at once; if not, the check is vacuous
 * @param entered the nodes that ever entered
 * @param messages the message types that were ever sent
 * @param sent the fewest and the most messages of any complete run: all entries made, no message
 *     under way; empty if there is no such run, if there are cycles, or if not all states were
 *     visited
 * @param bytes the memory for the states, and for the state graph if progress or starvation is
 *     checked
 * @param counterexample a run that violates a property
 */
public record CheckReport<M>(
        long states,
        long transitions,
        long pruned,
        int depth,
        boolean exhausted,
        boolean full,
        boolean contended,
        NodeSet entered,
        SortedSet<String> messages,
        Optional<Range> sent,
        long bytes,
        Optional<Counterexample<M>> counterexample) {

    /** The verdict on the properties. */
    public enum Verdict {
        HOLDS,
        VIOLATED,
        /** The limits were reached before all states were visited, or steps were pruned. */
        INCOMPLETE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether all states were visited, no step was pruned, and no violation was found. */
    public boolean complete() {
        return exhausted && pruned == 0;
    }

    public Verdict verdict() {
        if (counterexample.isPresent()) {
            return Verdict.VIOLATED;
        }
        return complete() ? Verdict.HOLDS : Verdict.INCOMPLETE;
    }

    /** A range with its bounds. */
    public record Range(long least, long most) {}
}
