package org.peerlock;

import java.util.List;
import org.peerlock.internal.os.StackRoom;

/**
 * Several grants that were acquired together, and are released together: see
 * {@link Peerlock#acquireAll}. Thread-safe.
 */
public final class Grants implements AutoCloseable {

    private final List<Grant> grants;

    /** @param grants in the order in which they were acquired */
    Grants(List<Grant> grants) {
        this.grants = List.copyOf(grants);
    }

    /**
     * The grant of one of the locks.
     *
     * @throws IllegalArgumentException if the lock is not one of them
     */
    public Grant of(DistributedLock lock) {
        return grants.stream()
                .filter(grant -> grant.isOf(lock))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(lock + " is not among " + this));
    }

    /** Whether all grants are valid: none is lost or closed. */
    public boolean isValid() {
        return grants.stream().allMatch(Grant::isValid);
    }

    /**
     * Releases all locks. Idempotent.
     *
     * @throws LockLostException if one was lost before; the others are released all the same
     */
    @Override
    public void close() {
        StackRoom.RELEASE.require();
        LockLostException lost = null;
        for (int i = grants.size() - 1; i >= 0; i--) {
            Grant grant = grants.get(i);
            if (!grant.release()) {
                lost = grant.exception();
            }
        }
        if (lost != null) {
            throw lost;
        }
    }

    @Override
    public String toString() {
        return grants.toString();
    }
}
