package org.peerlock.registry;

/** A cell for nodes that live in one process. It ends with them. */
public final class MemoryCell implements Cell {

    /** Before the first node that uses it there was none, and nobody can delete it. */
    private static final Witness FIRST = new Witness() {
        @Override
        public boolean nobodyIsThere() {
            return true;
        }
    };

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

    @Override
    public Witness witness() {
        return FIRST;
    }
}
