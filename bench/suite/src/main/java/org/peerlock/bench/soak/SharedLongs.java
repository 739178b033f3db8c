package org.peerlock.bench.soak;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Numbers in a file that several processes have mapped into their memory; 0 at first. What was written stays written, in the order of
 * writing, even if the writer is killed the next moment.
 */
final class SharedLongs {

    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer memory;

    private SharedLongs(ByteBuffer memory) {
        this.memory = memory;
    }

    static SharedLongs open(Path file, int count) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new SharedLongs(channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) count * Long.BYTES));
        }
    }

    long get(int word) {
        return (long) LONG.getVolatile(memory, word * Long.BYTES);
    }

    void set(int word, long value) {
        LONG.setVolatile(memory, word * Long.BYTES, value);
    }

    /** Whether it was what was expected, and is the new value now. */
    boolean replace(int word, long expected, long value) {
        return LONG.compareAndSet(memory, word * Long.BYTES, expected, value);
    }

    /** What it is afterwards. */
    long add(int word, long more) {
        return (long) LONG.getAndAdd(memory, word * Long.BYTES, more) + more;
    }
}
