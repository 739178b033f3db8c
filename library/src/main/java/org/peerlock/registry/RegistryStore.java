package org.peerlock.registry;

import java.io.IOException;

/**
 * Stores the registry of a cluster: a few kilobytes that all processes can read, and replace by
 * compare-and-set. A row of a database, a key of a consistent store, or a file can serve.
 *
 * <p>The registry is touched when members join, leave, and renew their leases, never when a lock is
 * acquired or released.
 *
 * <h2>What an implementation must guarantee</h2>
 *
 * <p>A lock may be granted to two processes at once where one of these does not hold:
 *
 * <ol>
 *   <li><b>Linearizable writes.</b> {@link #compareAndSet} is linearizable among all processes. Of
 *       several calls with the same version, at most one succeeds.
 *   <li><b>Durable writes.</b> A write that was acknowledged by {@code true} is never lost: not by
 *       a crash, not by a failover, not by restoring a backup. An asynchronous replica that takes
 *       over breaks this.
 *   <li><b>Unique versions.</b> Every write gives the content a new version. A version never comes
 *       back: not when the same content is written again, and not when the content is deleted and
 *       created anew. Version 0 means that there is no content. Start a new content at a random
 *       version, and count up from there.
 *   <li><b>Honest outcomes.</b> An {@link IOException} that is not an
 *       {@link UnknownOutcomeException} means that the content was not written and never will be.
 *       In doubt, throw {@code UnknownOutcomeException}.
 *   <li><b>No blind retries.</b> Neither the implementation nor a client below it repeats a write
 *       without the same version as its condition.
 * </ol>
 *
 * <h2>What it need not guarantee</h2>
 *
 * <p>A read may be stale, as long as content and version belong together: a write that is based on
 * it fails. Calls may fail at any time; the caller tries again. A call that takes longer than about
 * a seventh of the lease is interrupted and treated as failed, so a call should respond to
 * interrupts, and should fail early rather than wait.
 *
 * <p>Implementations must be thread-safe. {@code RegistryStoreConformance}, in the test artifact of
 * this library, checks an implementation.
 */
public interface RegistryStore {

    /**
     * The current content, or one that was current lately; {@link VersionedBytes#EMPTY} if there is
     * none.
     */
    VersionedBytes read() throws IOException;

    /**
     * Replaces the content if it still has this version.
     *
     * @param version the version of the content that the caller has read; 0 to write only if there
     *     is no content
     * @return {@code true}: the content was written, and every later {@code compareAndSet} finds
     *     it. {@code false}: the content has another version. That version may be the caller's own:
     *     a client that repeats a call, because the reply to the first one was lost, gets
     *     {@code false} for the second. So the caller concludes nothing and reads again, as after
     *     an unknown outcome
     * @throws UnknownOutcomeException if it is unknown whether the content was written, or will be
     * @throws IOException if the content was not written, and will not be
     */
    boolean compareAndSet(long version, byte[] content) throws UnknownOutcomeException, IOException;

    /** Proves deaths of members that use this registry. Called once for each node. */
    default DeathDetector deathDetector() {
        return DeathDetector.NONE;
    }
}
