package org.peerlock.internal.transport;

import java.util.ArrayList;
import java.util.List;
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

    /** Reads as much at once as the buffer holds. */
    static final FixedRecvByteBufAllocator READS = new FixedRecvByteBufAllocator(SIZE);

    private static final UnpooledByteBufAllocator SOURCE = new UnpooledByteBufAllocator(true, true);

    /** A buffer that is not borrowed is referenced only here. */
    private final List<ByteBuf> kept = new ArrayList<>();

    private boolean closed;

    LoopBufferAllocator() {
        super(true);
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        if (closed || initialCapacity > SIZE) {
            return SOURCE.directBuffer(initialCapacity, maxCapacity);
        }
        for (int i = 0; i < kept.size(); i++) {
            ByteBuf buffer = kept.get(i);
            if (buffer.refCnt() == 1) {
                return buffer.capacity() == SIZE ? buffer.clear().retain() : replace(i);
            }
        }
        ByteBuf fresh = SOURCE.directBuffer(SIZE);
        if (kept.size() < MOST) {
            kept.add(fresh.retain());
        }
        return fresh;
    }

    /** The buffer has grown, and is too large to be kept. */
    private ByteBuf replace(int place) {
        kept.get(place).release();
        ByteBuf fresh = SOURCE.directBuffer(SIZE);
        kept.set(place, fresh.retain());
        return fresh;
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        return SOURCE.heapBuffer(initialCapacity, maxCapacity);
    }

    @Override
    public boolean isDirectBufferPooled() {
        return true;
    }

    /** Frees all buffers; borrowed ones when they are returned. */
    void close() {
        closed = true;
        kept.forEach(ByteBuf::release);
        kept.clear();
    }
}
