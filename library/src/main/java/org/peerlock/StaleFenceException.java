package org.peerlock;

/**
 * A {@link FenceGuard} refused a fencing token, because it has seen a greater one: the caller has
 * lost the lock, and a later holder has been here.
 */
public final class StaleFenceException extends PeerlockException {

    private static final long serialVersionUID = 1;

    StaleFenceException(long fence, long greatest) {
        super("fence " + fence + " is stale: the guard has already seen fence " + greatest);
    }
}
