package org.peerlock.live;

import static org.peerlock.registry.TimeLimits.TIMEOUT;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.peerlock.registry.ForwardingStore;
import org.peerlock.registry.InMemoryRegistryStore;
import org.peerlock.registry.TaggedBytes;

/** A new registry in memory that a test can make fail, or not respond at all. */
final class UnreliableStore extends ForwardingStore {

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

    private final AtomicInteger failedWrites = new AtomicInteger();
    private volatile Mood mood = Mood.WORKS;
    private volatile TaggedBytes backup = TaggedBytes.ABSENT;

    UnreliableStore() {
        super(new InMemoryRegistryStore());
    }

    /** How many writes have failed because there was no space. */
    int failedWrites() {
        return failedWrites.get();
    }

    /** From now on it holds what it holds now, whenever it is old. */
    void backUp() throws IOException {
        backup = store.read(TIMEOUT);
    }

    void become(Mood another) {
        mood = another;
    }

    @Override
    public TaggedBytes read(Duration timeout) throws IOException {
        answer();
        return mood == Mood.IS_OLD ? backup : store.read(timeout);
    }

    @Override
    public boolean compareAndSet(String tag, byte[] content, Duration timeout) throws IOException {
        answer();
        if (mood == Mood.IS_READ_ONLY) {
            failedWrites.incrementAndGet();
            throw new IOException("no space left on device");
        }
        return store.compareAndSet(tag, content, timeout);
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
