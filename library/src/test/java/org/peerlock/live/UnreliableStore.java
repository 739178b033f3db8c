package org.peerlock.live;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.peerlock.registry.DeathDetector;
import org.peerlock.registry.InMemoryRegistryStore;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.VersionedBytes;

/** A new registry in memory that a test can make fail, or not respond at all. */
final class UnreliableStore implements RegistryStore {

    enum Mood {
        WORKS,
        FAILS,
        /** As on a full disk. */
        IS_READ_ONLY,
        /** As when a class of a driver is not there. */
        IS_BROKEN,
        IS_SILENT,
        /** As after a backup was restored. */
        IS_OLD
    }

    private final RegistryStore registryStore = new InMemoryRegistryStore();
    private final AtomicInteger failedWrites = new AtomicInteger();
    private volatile Mood mood = Mood.WORKS;
    private volatile VersionedBytes backup = VersionedBytes.EMPTY;

    /** How many writes have failed because there was no space. */
    int failedWrites() {
        return failedWrites.get();
    }

    /** From now on it holds what it holds now, whenever it is old. */
    void backUp() throws IOException {
        backup = registryStore.read();
    }

    void become(Mood another) {
        mood = another;
    }

    @Override
    public VersionedBytes read() throws IOException {
        answer();
        return mood == Mood.IS_OLD ? backup : registryStore.read();
    }

    @Override
    public boolean compareAndSet(long version, byte[] content) throws IOException {
        answer();
        if (mood == Mood.IS_READ_ONLY) {
            failedWrites.incrementAndGet();
            throw new IOException("no space left on device");
        }
        return registryStore.compareAndSet(version, content);
    }

    @Override
    public DeathDetector deathDetector() {
        return new DeathDetector() {
            @Override
            public Optional<Duration> longestLease() {
                return Optional.of(Duration.ZERO);
            }
        };
    }

    private void answer() throws IOException {
        switch (mood) {
            case WORKS, IS_READ_ONLY, IS_OLD -> {}
            case FAILS -> throw new IOException("out of order");
            case IS_BROKEN -> throw new NoClassDefFoundError("driver");
            case IS_SILENT -> waitForEver();
        }
    }

    private static void waitForEver() throws IOException {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
