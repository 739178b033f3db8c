package org.peerlock.cli.client;

import java.util.concurrent.CompletionStage;

/** A lock that this process holds until it is closed or lost. */
public interface ClientGrant extends AutoCloseable {

    /** The fencing token, greater than that of every earlier holder: see {@link org.peerlock.Grant#fence}. */
    long fence();

    /** Completes with the reason if the lock is lost before this is closed. */
    CompletionStage<String> lost();

    /**
     * Releases the lock. Idempotent.
     *
     * @throws org.peerlock.LockLostException if the lock was lost before
     */
    @Override
    void close();
}
