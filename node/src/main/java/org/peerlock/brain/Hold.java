package org.peerlock.brain;

/**
 * A lock in the hands of one holder at this node.
 *
 * @param lock its name
 * @param fence of an exclusive hold: greater than that of every hold of this lock before, at any node; of a shared one: at
 *     least that of every exclusive one before
 * @param generation of the lease under which it was granted: the hold is lost when the lease lapses, and for ever
 * @param id names it among all holds of this lock at this node that are given back through the brain; 0 if a
 *     {@linkplain org.peerlock.brain.word.LockWord word} is where to give it back
 */
public record Hold(String lock, long fence, long generation, long id) {}
