package org.peerlock.internal.engine.locks;

import org.jspecify.annotations.Nullable;
import org.peerlock.internal.engine.lockword.LockWord;

/**
 * A lock in the hands of one holder at this node.
 *
 * @param lock its name
 * @param fence of an exclusive hold: greater than that of every hold of this lock before, at any node; of a shared one: at
 *     least that of every exclusive one before
 * @param generation of the lease under which it was granted: the hold is lost when the lease lapses, and for ever
 * @param id names it among all holds of this lock at this node that are given back through the brain; else 0
 * @param word where to give it back; null if that is the brain
 */
public record Hold(
        String lock,
        long fence,
        long generation,
        long id,
        @Nullable LockWord word) {}
