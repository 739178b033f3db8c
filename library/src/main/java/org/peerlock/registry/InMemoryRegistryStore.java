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

    private TaggedBytes current = TaggedBytes.ABSENT;
    private long writes;

    /** Creates an empty store. */
    public InMemoryRegistryStore() {}

    @Override
    public synchronized TaggedBytes read(Duration timeout) {
        return current;
    }

    @Override
    public synchronized boolean compareAndSet(String tag, byte[] content, Duration timeout) {
        if (!current.tag().equals(tag)) {
            return false;
        }
        writes++;
        current = new TaggedBytes(Long.toString(writes), content);
        return true;
    }

    @Override
    public String describe() {
        return "the memory of this process";
    }

    @Override
    public DeathDetector deathDetector() {
        return FIRST;
    }
}
