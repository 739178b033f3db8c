package org.peerlock;

import java.util.List;

/** Several grants that were had together, and are given back together. */
public final class Grants implements AutoCloseable {

    private final List<Grant> grants;

    /** @param grants in the order in which they were had */
    Grants(List<Grant> grants) {
        this.grants = List.copyOf(grants);
    }

    /**
     * The grant of a lock.
     *
     * @throws IllegalArgumentException if that lock is not among them
     */
    public Grant of(DistributedLock lock) {
        return grants.stream()
                .filter(grant -> grant.isOf(lock))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(lock + " is not among " + this));
    }

    /** Whether none of them is lost or closed. */
    public boolean isValid() {
        return grants.stream().allMatch(Grant::isValid);
    }

    /**
     * Gives all of them back.
     *
     * @throws LockLostException if one was lost before; the others are given back all the same
     */
    @Override
    public void close() {
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
