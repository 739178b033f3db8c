package org.peerlock.cli.client;

import java.time.Duration;
import java.util.Optional;

/** Acquires the locks of a cluster. Closing it releases all locks that were acquired through it. */
public interface ClusterClient extends ClusterInspector {

    /**
     * Waits for a lock, but not longer than the timeout.
     *
     * @param timeout zero to acquire the lock only if it is free
     * @return empty if the lock was not acquired in time
     * @throws org.peerlock.RegistryUnavailableException if the lock was not acquired in time because the registry could not be
     *     reached
     */
    Optional<ClientGrant> acquire(LockRequest request, Duration timeout) throws InterruptedException;
}
