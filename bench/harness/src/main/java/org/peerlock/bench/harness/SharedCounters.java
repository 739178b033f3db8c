package org.peerlock.bench.harness;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One counter for each lock, in a file that all processes map into memory. The holder of a lock
 * increments its counter with a plain read and a plain write, not atomically. If two threads ever
 * hold a lock at once, increments can get lost, and the sum ends up too small.
 */
public final class SharedCounters {

    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer memory;

    private SharedCounters(ByteBuffer memory) {
        this.memory = memory;
    }

    /** Opens or creates the file. In a new file all counters are 0. */
    public static SharedCounters open(Path file, int count) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new SharedCounters(channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) count * Long.BYTES));
        }
    }

    void increment(int index) {
        int at = index * Long.BYTES;
        LONG.setOpaque(memory, at, (long) LONG.getOpaque(memory, at) + 1);
    }

    public long sum() {
        long sum = 0;
        for (int at = 0; at < memory.capacity(); at += Long.BYTES) {
            sum += (long) LONG.getOpaque(memory, at);
        }
        return sum;
    }
}
