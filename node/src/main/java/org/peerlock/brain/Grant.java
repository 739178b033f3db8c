package org.peerlock.brain;

/**
 * A lock given to one holder at this node.
 *
 * @param lock its name
 * @param fence greater than that of every grant of this lock before, at any node
 * @param generation of the lease under which it was given: the grant is lost when the lease lapses, and for ever
 */
public record Grant(String lock, long fence, long generation) {}
