package org.peerlock;

import org.peerlock.internal.engine.effects.LossCause;

/**
 * The lock was held, and was lost before it was given back: another may hold it by now, with a greater fence. What was done since
 * may have happened together with what the other did; only a resource that checks fences knows.
 */
public final class LockLostException extends PeerlockException {

    private static final long serialVersionUID = 1;

    private final String lock;
    private final long fence;
    private final LossCause reason;

    LockLostException(String lock, long fence, LossCause reason) {
        super("lock '" + lock + "', held with fence " + fence + ", was lost: " + reason.sentence());
        this.lock = lock;
        this.fence = fence;
        this.reason = reason;
    }

    /** The lock's name. */
    public String lock() {
        return lock;
    }

    /** The fence with which it was held. */
    public long fence() {
        return fence;
    }

    /** Why it was lost. */
    public LossCause reason() {
        return reason;
    }
}
