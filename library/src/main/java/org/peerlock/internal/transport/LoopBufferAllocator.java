package org.peerlock.internal.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.peerlock.internal.io.netty.buffer.AbstractByteBufAllocator;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.buffer.UnpooledByteBufAllocator;
import org.peerlock.internal.io.netty.channel.FixedRecvByteBufAllocator;

/**
 * Reuses a few buffers. What arrives in a turn of the loop has been read at its end, and what is
 * sent has mostly gone out, so more buffers are rarely needed. Netty's own pools serve many threads
 * and detect leaks, which takes longer than everything else that is done with a buffer here. For
 * one loop only.
 */
final class LoopBufferAllocator extends AbstractByteBufAllocator {

    /** One to read into, and one for each of some peers. */
    private static final int MOST = 8;

    /** Enough for a usual turn. A larger buffer is not kept. */
    static final int SIZE = 16 << 10;

    /** Enough for a record of TLS, which is a little longer than what it encrypts. */
    private static final int RECORD_SIZE = SIZE + (1 << 10);

    /** Reads as much at once as the buffer holds. */
    static final FixedRecvByteBufAllocator READS = new FixedRecvByteBufAllocator(SIZE);

    private static final UnpooledByteBufAllocator SOURCE = new UnpooledByteBufAllocator(true, true);

    private final KeptBuffers direct = new KeptBuffers(SIZE, MOST, SOURCE::directBuffer);

    /** The JDK's TLS writes each record into one of these, from which it is copied into a direct one at once. */
    private final KeptBuffers records = new KeptBuffers(RECORD_SIZE, 1, SOURCE::heapBuffer);

    private boolean closed;

    LoopBufferAllocator() {
        super(true);
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        return closed || initialCapacity > SIZE ? SOURCE.directBuffer(initialCapacity, maxCapacity) : direct.borrow();
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        return closed || initialCapacity <= SIZE || initialCapacity > RECORD_SIZE
                ? SOURCE.heapBuffer(initialCapacity, maxCapacity)
                : records.borrow();
    }

    @Override
    public boolean isDirectBufferPooled() {
        return true;
    }

    /** Frees all buffers; borrowed ones when they are returned. */
    void close() {
        closed = true;
        direct.release();
        records.release();
    }

    /** Buffers of one size. One that is not borrowed is referenced only here. */
    private static final class KeptBuffers {

        private final int size;
        private final int most;
        private final IntFunction<ByteBuf> source;
        private final List<ByteBuf> kept = new ArrayList<>();

        KeptBuffers(int size, int most, IntFunction<ByteBuf> source) {
            this.size = size;
            this.most = most;
            this.source = source;
        }

        ByteBuf borrow() {
            for (int i = 0; i < kept.size(); i++) {
                ByteBuf buffer = kept.get(i);
                if (buffer.refCnt() == 1) {
                    return buffer.capacity() == size ? buffer.clear().retain() : replace(i);
                }
            }
            ByteBuf fresh = source.apply(size);
            if (kept.size() < most) {
                kept.add(fresh.retain());
            }
            return fresh;
        }

        /** The buffer has grown, and is too large to be kept. */
        private ByteBuf replace(int place) {
            kept.get(place).release();
            ByteBuf fresh = source.apply(size);
            kept.set(place, fresh.retain());
            return fresh;
        }

        void release() {
            kept.forEach(ByteBuf::release);
            kept.clear();
        }
    }
}
