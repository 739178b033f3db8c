package org.peerlock.registry;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Proves that members have died, so that the others need not wait until their leases expire.
 *
 * <p>Such a proof is possible where all processes run on one machine. Elsewhere a process that does
 * not respond may still be running, and {@link #NONE} is the right detector: it never reports
 * anybody, and a lease decides.
 *
 * <p>Members are named by their ids: texts of 32 hexadecimal digits. Every time a process joins, it
 * draws a new id, so an id that was reported as dead never comes back to life.
 *
 * <p><b>An implementation must be certain.</b> A member that is reported as dead although it runs
 * may hold a lock that another process is granted, too. Whatever is not certain is no death. An
 * implementation is called by one thread of each node; one object may serve several nodes of a
 * process.
 */
public interface DeathDetector {

    /** Never reports anybody. */
    DeathDetector NONE = new DeathDetector() {};

    /**
     * A member of this process is about to write itself into the registry, and does not do so
     * before this method has returned. Called again with the same id before every write, so it must
     * be idempotent and cheap.
     *
     * @param lease for how long the member may hold locks after it has renewed its record in the
     *     registry for the last time, also if its clock is slow; always the same for the same id
     * @throws IOException if others could not prove this member's death; it does not join then, and
     *     tries again
     */
    default void register(String member, Duration lease) throws IOException {}

    /** A member of this process holds nothing any more, and never will again. Idempotent. */
    default void unregister(String member) throws IOException {}

    /**
     * The ids of members that are certainly dead. Once reported, an id is reported until
     * {@link #forget} is called with it.
     */
    default Set<String> dead() throws IOException {
        return Set.of();
    }

    /**
     * The registry does not mention these dead members any more, so {@link #dead} need not report
     * them any longer.
     */
    default void forget(Set<String> members) throws IOException {}

    /**
     * The longest lease of the members that may be alive: those that were
     * {@linkplain #register registered} and not {@linkplain #unregister unregistered}, and whose
     * death is not certain. They may have joined a registry that was lost, so a registry that is
     * created anew waits until this lease has expired.
     *
     * @return one of the leases that were registered; zero if it is certain that no member is
     *     alive, and nobody waits then; empty if a member may be alive whose lease is not known.
     *     Then the process that creates the registry waits for its own lease, or for a longer one
     *     that it has seen in the lost registry. So two processes may hold a lock at once if the
     *     content of a store is deleted, its detector does not know the leases, and a process with
     *     a shorter lease than a living member creates the registry
     * @throws IOException if it cannot be found out now; no registry is created then
     */
    default Optional<Duration> longestLease() throws IOException {
        return Optional.empty();
    }
}
