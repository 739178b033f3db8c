package org.peerlock.cli.client;

import java.util.concurrent.CompletionStage;

/** A lock that is had, until it is closed or lost. */
public interface ClientGrant extends AutoCloseable {

    /** Greater than that of every holder before: see {@link org.peerlock.Grant#fence}. */
    long fence();

    /** Completes with a sentence that says why, if it is lost before it is closed. */
    CompletionStage<String> lost();

    /**
     * Gives it back; does nothing the second time.
     *
     * @throws org.peerlock.LockLostException if it was lost before
     */
    @Override
    void close();
}
