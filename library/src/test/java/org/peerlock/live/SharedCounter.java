package org.peerlock.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A counter in memory that several processes share. It is not atomic, on purpose: processes that count at the same time lose
 * counts. It also remembers the last process that counted, and its fence.
 */
final class SharedCounter {

    private static final int COUNT = 0;
    private static final int HAND_OFFS = 8;
    private static final int FENCE = 16;
    private static final int LAST = 24;
    private static final int SIZE = 32;

    private final MappedByteBuffer memory;

    /** Opens the counter of this file; a new one shows zero. */
    SharedCounter(Path file) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            memory = channel.map(MapMode.READ_WRITE, 0, SIZE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Counts one. Two successive counts by different processes are a hand-off. */
    @SuppressWarnings("ThreadPriorityCheck") // gives other counting threads a chance
    void count(int who) {
        long before = memory.getLong(COUNT);
        boolean another = memory.getInt(LAST) != who;
        Thread.yield();
        if (another) {
            memory.putLong(HAND_OFFS, memory.getLong(HAND_OFFS) + 1);
            memory.putInt(LAST, who);
        }
        memory.putLong(COUNT, before + 1);
    }

    /** Counts one for a holder, whose fence must be greater than all before. */
    void count(int who, long fence) {
        long last = memory.getLong(FENCE);
        if (fence <= last) {
            throw new IllegalStateException("fence " + fence + " comes after " + last);
        }
        memory.putLong(FENCE, fence);
        count(who);
    }

    long count() {
        return memory.getLong(COUNT);
    }

    long handOffs() {
        return memory.getLong(HAND_OFFS);
    }
}
