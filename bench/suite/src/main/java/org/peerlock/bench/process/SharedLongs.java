package org.peerlock.bench.process;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Longs in a file that several processes map into memory; initially 0. Writes survive the death of
 * the writer, in their order, even if it is killed at the next instruction.
 */
public final class SharedLongs {

    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer memory;

    private SharedLongs(ByteBuffer memory) {
        this.memory = memory;
    }

    public static SharedLongs open(Path file, int count) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new SharedLongs(channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) count * Long.BYTES));
        }
    }

    public long get(int index) {
        return (long) LONG.getVolatile(memory, index * Long.BYTES);
    }

    public void set(int index, long value) {
        LONG.setVolatile(memory, index * Long.BYTES, value);
    }

    /** An atomic compare-and-set. Returns whether it succeeded. */
    public boolean replace(int index, long expected, long value) {
        return LONG.compareAndSet(memory, index * Long.BYTES, expected, value);
    }

    /** Adds atomically. Returns the new value. */
    public long add(int index, long delta) {
        return (long) LONG.getAndAdd(memory, index * Long.BYTES, delta) + delta;
    }
}
