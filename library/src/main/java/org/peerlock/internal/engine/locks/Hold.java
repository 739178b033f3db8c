package org.peerlock.internal.engine.locks;

import org.jspecify.annotations.Nullable;
import org.peerlock.internal.engine.lockword.LockWord;

/**
 * A lock as it is held by one holder at this node.
 *
 * @param lock its name
 * @param fence of an exclusive hold: greater than that of every hold of this lock before, at any node; of a shared one: at
 *     least that of every exclusive one before
 * @param generation of the lease under which it was granted: the hold is lost for ever when that lease expires
 * @param id identifies it among all holds of this lock at this node that are released through the engine; else 0
 * @param word to release it to; null if it is released through the engine
 */
public record Hold(
        String lock,
        long fence,
        long generation,
        long id,
        @Nullable LockWord word) {}
