package org.peerlock.live;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.peerlock.registry.Cell;
import org.peerlock.registry.MemoryCell;
import org.peerlock.registry.Snapshot;
import org.peerlock.registry.Witness;

/** A cell in memory, used by nobody before, that can be made to fail, or not to answer at all. */
final class UnreliableCell implements Cell {

    enum Mood {
        WORKS,
        FAILS,
        /** As when a class of a driver is not there. */
        IS_BROKEN,
        IS_SILENT
    }

    private final Cell cell = new MemoryCell();
    private volatile Mood mood = Mood.WORKS;

    void become(Mood another) {
        mood = another;
    }

    @Override
    public Snapshot read() throws IOException {
        answer();
        return cell.read();
    }

    @Override
    public boolean compareAndSet(long version, byte[] content) throws IOException {
        answer();
        return cell.compareAndSet(version, content);
    }

    @Override
    public Witness witness() {
        return new Witness() {
            @Override
            public boolean nobodyIsThere() {
                return true;
            }
        };
    }

    private void answer() throws IOException {
        switch (mood) {
            case WORKS -> {}
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
