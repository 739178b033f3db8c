package org.peerlock.registry;

import java.io.IOException;
import java.time.Duration;

/** Passes all calls to another store. Tests override what is to differ. */
public class ForwardingStore implements RegistryStore {

    protected final RegistryStore store;

    public ForwardingStore(RegistryStore store) {
        this.store = store;
    }

    @Override
    public TaggedBytes read(Duration timeout) throws IOException {
        return store.read(timeout);
    }

    @Override
    public boolean compareAndSet(String tag, byte[] content, Duration timeout) throws IOException {
        return store.compareAndSet(tag, content, timeout);
    }

    @Override
    public String describe() {
        return store.describe();
    }

    @Override
    public DeathDetector deathDetector() {
        return store.deathDetector();
    }

    @Override
    public void close() {
        store.close();
    }
}
