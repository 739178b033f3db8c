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
 * One number for each lock, in a file that all processes have mapped into their memory. Whoever holds a lock adds one to its
 * number by reading it and writing it again: if two ever hold it at once, the sum is too small in the end.
 */
public final class SharedCounters {

    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer memory;

    private SharedCounters(ByteBuffer memory) {
        this.memory = memory;
    }

    /** All are 0 if the file was not there. */
    public static SharedCounters open(Path file, int numbers) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new SharedCounters(channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) numbers * Long.BYTES));
        }
    }

    void increment(int number) {
        int at = number * Long.BYTES;
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
