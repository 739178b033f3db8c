package org.peerlock;

/** Somebody came with a fence that is smaller than another's who was here before: the lock was lost meanwhile. */
public final class StaleFenceException extends PeerlockException {

    private static final long serialVersionUID = 1;

    StaleFenceException(long fence, long greatest) {
        super("fence " + fence + " is stale: " + greatest + " was here before");
    }
}
