package org.peerlock.registry;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

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
 *       several calls with the same tag, at most one succeeds.
 *   <li><b>Durable writes.</b> A write that was acknowledged by {@code true} is never lost: not by
 *       a crash, not by a failover, not by restoring a backup. An asynchronous replica that takes
 *       over breaks this.
 *   <li><b>Unique tags.</b> Every write gives the content a new tag. A tag never comes back: not
 *       when the same content is written again, and not when the content is deleted and created
 *       anew. A store that numbers its contents starts each new one at a random number. Only the
 *       tag of {@link TaggedBytes#ABSENT} comes back, whenever the store holds nothing.
 *   <li><b>Honest outcomes.</b> An {@link IOException} that is not an
 *       {@link UnknownOutcomeException} means that the content was not written and never will be.
 *       In doubt, throw {@code UnknownOutcomeException}.
 *   <li><b>No blind retries.</b> Neither the implementation nor a client below it repeats a write
 *       without the same tag as its condition.
 * </ol>
 *
 * <h2>What it need not guarantee</h2>
 *
 * <p>A read may be stale, as long as content and tag belong together: a write that is based on it
 * fails. Calls may fail at any time; the caller tries again.
 *
 * <h2>Time limits</h2>
 *
 * <p>A call must return or throw within its time limit, whatever the network does. A client that
 * ignores interrupts needs a timeout of its own, such as that of a socket. When the limit has
 * passed, the caller interrupts the thread and takes the outcome for unknown. If the thread is still
 * stuck then, the caller abandons it, but only a few times: after that the store counts as failed
 * until one of those threads returns.
 *
 * <p>Implementations must be thread-safe. The artifact {@code peerlock-registry-testkit} checks an
 * implementation.
 */
public interface RegistryStore extends AutoCloseable {

    /**
     * The current content, or one that was current lately; {@link TaggedBytes#ABSENT} if the store
     * holds nothing.
     *
     * @param timeout the time limit of this call
     */
    TaggedBytes read(Duration timeout) throws IOException;

    /**
     * Replaces the content if it still has this tag.
     *
     * @param tag the tag of the content that the caller has read; that of {@link TaggedBytes#ABSENT}
     *     to write only if the store holds nothing. A tag that this store never gave is the tag of
     *     no content
     * @param content may be empty: then the registry is cleared, and its tags go on
     * @param timeout the time limit of this call
     * @return {@code true}: the content was written, and every later {@code compareAndSet} finds
     *     it. {@code false}: the content has another tag. That tag may be of the caller's own write:
     *     a client that repeats a call, because the reply to the first one was lost, gets
     *     {@code false} for the second. So the caller concludes nothing and reads again, as after
     *     an unknown outcome
     * @throws UnknownOutcomeException if it is unknown whether the content was written, or will be
     * @throws IOException if the content was not written, and will not be
     */
    boolean compareAndSet(String tag, byte[] content, Duration timeout) throws UnknownOutcomeException, IOException;

    /**
     * Where the registry is, for logs and commands: for example
     * {@code PostgreSQL at db.example.com:5432/app, table peerlock_registry}. Without passwords,
     * tokens and other secrets.
     */
    String describe();

    /**
     * Asks the engine how it keeps acknowledged writes, for people who check a registry. No node
     * calls this.
     *
     * @param timeout the time limit of this call
     */
    default Durability durability(Duration timeout) throws IOException {
        return Durability.UNKNOWN;
    }

    /**
     * The hosts that keep the content, by name or address, without ports; empty if it is kept on
     * this machine. A node that is not told at which address to listen chooses the one from which it
     * reaches these hosts. Called once, before the node starts; may block.
     *
     * @throws IOException if that cannot be found out now
     */
    default List<String> serverHosts() throws IOException {
        return List.of();
    }

    /** Proves deaths of members that use this registry. Called once for each node. */
    default DeathDetector deathDetector() {
        return DeathDetector.NONE;
    }

    /**
     * Closes the connections that this store opened itself, and nothing that was passed to it, such
     * as a {@code DataSource}. Calls that are under way fail; their outcome is unknown. Idempotent.
     *
     * <p>Peerlock closes the stores that it opens by a URL. The application closes the stores that
     * it passes to {@code PeerlockBuilder.registry}, after the nodes that use them.
     */
    @Override
    default void close() {}
}
