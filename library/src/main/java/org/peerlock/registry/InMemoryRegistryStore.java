package org.peerlock.registry;

/** A cell for nodes that live in one process. It ends with them. */
public final class InMemoryRegistryStore implements RegistryStore {

    /** Before the first node that uses it there was none, and nobody can delete it. */
    private static final DeathDetector FIRST = new DeathDetector() {
        @Override
        public boolean noneAlive() {
            return true;
        }
    };

    private VersionedBytes held = VersionedBytes.EMPTY;

    @Override
    public synchronized VersionedBytes read() {
        return held;
    }

    @Override
    public synchronized boolean compareAndSet(long version, byte[] content) {
        if (held.version() != version) {
            return false;
        }
        held = new VersionedBytes(version + 1, content);
        return true;
    }

    @Override
    public DeathDetector deathDetector() {
        return FIRST;
    }
}
