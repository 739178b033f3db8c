package org.peerlock.registry;

/** A cell for nodes that live in one process. It ends with them. */
public final class MemoryCell implements Cell {

    private Snapshot held = Snapshot.NOTHING;

    @Override
    public synchronized Snapshot read() {
        return held;
    }

    @Override
    public synchronized boolean compareAndSet(long version, byte[] content) {
        if (held.version() != version) {
            return false;
        }
        held = new Snapshot(version + 1, content);
        return true;
    }
}
