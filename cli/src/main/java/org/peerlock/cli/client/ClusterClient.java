package org.peerlock.cli.client;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.peerlock.Inspection;
import org.peerlock.LockUse;
import org.peerlock.Member;

/** A way to the locks of a cluster. Closing it gives back what was had through it. */
public interface ClusterClient extends AutoCloseable {

    /**
     * Waits for a lock, but not longer than this.
     *
     * @param patience zero to have it only if it is free
     * @return empty if it could not be had in time
     * @throws org.peerlock.RegistryUnavailableException if it could not be had in time because the registry could not be reached
     */
    Optional<ClientGrant> acquire(LockRequest lockRequest, Duration patience) throws InterruptedException;

    /** Who has the lock of this name, and who waits for it. */
    Inspection inspect(String lock) throws InterruptedException;

    /** All processes of the cluster. */
    List<Member> members() throws InterruptedException;

    /** The locks that are in use anywhere in the cluster, those that were had most often first. */
    List<LockUse> locks() throws InterruptedException;

    @Override
    void close();
}
