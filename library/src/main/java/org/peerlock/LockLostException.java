package org.peerlock;

/**
 * The lock was lost before it was released. Another process may hold it by now, with a greater
 * fencing token.
 *
 * <p>What the former holder has done since the loss may have overlapped with what the next holder
 * did. Only a resource that checks {@linkplain Grant#fence() fencing tokens} can tell, and refuse.
 */
public final class LockLostException extends PeerlockException {

    private static final long serialVersionUID = 1;

    private final String lock;
    private final long fence;
    private final LockLossReason reason;

    LockLostException(String lock, long fence, LockLossReason reason) {
        super("lock '" + lock + "', held with fence " + fence + ", was lost: " + reason.description());
        this.lock = lock;
        this.fence = fence;
        this.reason = reason;
    }

    /** The lock's name. */
    public String lock() {
        return lock;
    }

    /** The fencing token with which it was held. */
    public long fence() {
        return fence;
    }

    /** Why it was lost. */
    public LockLossReason reason() {
        return reason;
    }
}
