package org.peerlock.registry;

import java.io.IOException;

/**
 * A place for a few kilobytes that all nodes of a cluster reach: a row of a table, a key of a store, a file. It can be read,
 * and replaced by whoever knows what is there.
 *
 * <p><b>Versions.</b> Every write gives the content another version, and no version ever comes again: not after the same
 * content was written again, and not after the cell was deleted and made anew. Version 0 means that nothing is there.
 *
 * <p><b>What an implementation must do.</b> All of {@link #compareAndSet} must be linearizable, among all processes. A write
 * that was acknowledged by {@code true} must never be lost: not in a failover, and not by restoring a backup. Locks are granted
 * twice where this does not hold. An operation that takes long should fail; it must not be tried again by the implementation
 * or a client below it without the same version as a condition.
 *
 * <p><b>What it need not do.</b> A read may be stale, as long as content and version belong together: what is then written on
 * its ground is refused.
 *
 * <p>Implementations are safe for use by several threads.
 */
public interface RegistryStore {

    /** What is there, or was there lately; {@link VersionedBytes#EMPTY} before the first write. */
    VersionedBytes read() throws IOException;

    /**
     * Replaces what is there if it has this version still.
     *
     * @param version that of the snapshot from which the new content was made; 0 to write only if nothing is there
     * @return {@code true}: the content was written, and every later {@code compareAndSet} finds it. {@code false}: there is
     *     another version. Beware, that may be one's own: a client that tries again on its own gets {@code false}
     *     the second time when the first was applied and only its answer lost. So the caller must read again, as after an
     *     unknown outcome, and may conclude nothing
     * @throws UnknownOutcomeException if nobody knows whether the content was written, or will be yet
     * @throws IOException if it was not written, and will not be
     */
    boolean compareAndSet(long version, byte[] content) throws UnknownOutcomeException, IOException;

    /** Who knows which of the nodes that use this cell are certainly dead. */
    default DeathDetector deathDetector() {
        return DeathDetector.NONE;
    }
}
