package org.peerlock.registry;

import java.util.concurrent.atomic.AtomicReference;

/** A cell for nodes that live in one process. It ends with them. */
public final class MemoryCell implements Cell {

    private final AtomicReference<Snapshot> held = new AtomicReference<>(Snapshot.NOTHING);

    @Override
    public Snapshot read() {
        return held.get();
    }

    @Override
    public boolean compareAndSet(long version, byte[] content) {
        Snapshot seen = held.get();
        return seen.version() == version && held.compareAndSet(seen, new Snapshot(version + 1, content));
    }
}
