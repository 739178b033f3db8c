package org.peerlock.registry;

import java.time.Duration;
import java.util.Optional;

/**
 * Keeps the registry in memory, for several members in one process, as in a test. It is not shared
 * with other processes.
 */
public final class InMemoryRegistryStore implements RegistryStore {

    /** A new store has had no members, and nobody can delete its content. */
    private static final DeathDetector FIRST = new DeathDetector() {
        @Override
        public Optional<Duration> longestLease() {
            return Optional.of(Duration.ZERO);
        }
    };

    private VersionedBytes current = VersionedBytes.EMPTY;

    /** Creates an empty store. */
    public InMemoryRegistryStore() {}

    @Override
    public synchronized VersionedBytes read() {
        return current;
    }

    @Override
    public synchronized boolean compareAndSet(long version, byte[] content) {
        if (current.version() != version) {
            return false;
        }
        current = new VersionedBytes(version + 1, content);
        return true;
    }

    @Override
    public DeathDetector deathDetector() {
        return FIRST;
    }
}
