package org.peerlock.brain;

/**
 * A lock in the hands of one holder at this node.
 *
 * @param lock its name
 * @param fence greater than that of every hold of this lock before, at any node
 * @param generation of the lease under which it was granted: the hold is lost when the lease lapses, and for ever
 */
public record Hold(String lock, long fence, long generation) {}
