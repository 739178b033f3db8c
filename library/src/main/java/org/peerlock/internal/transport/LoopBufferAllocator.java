package org.peerlock.internal.transport;

import java.util.ArrayList;
import java.util.List;
import org.peerlock.internal.io.netty.buffer.AbstractByteBufAllocator;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.buffer.UnpooledByteBufAllocator;
import org.peerlock.internal.io.netty.channel.FixedRecvByteBufAllocator;

/**
 * Lends a few buffers again and again: what comes in a turn of the loop has been read at its end, and what goes out has mostly been sent,
 * so that more are seldom needed. Netty's own pools serve many threads, and watch for leaks, which takes longer than all else that
 * is done with a buffer here. To be used on one loop alone.
 */
final class LoopBufferAllocator extends AbstractByteBufAllocator {

    /** One to read into, and one for each of some peers. */
    private static final int MOST = 8;

    /** Room for what mostly comes or goes in a turn. Whoever needs more gets one that is not kept. */
    static final int SIZE = 16 << 10;

    /** Reads as much at once as there is room for. */
    static final FixedRecvByteBufAllocator READS = new FixedRecvByteBufAllocator(SIZE);

    private static final UnpooledByteBufAllocator SOURCE = new UnpooledByteBufAllocator(true, true);

    /** One that is not lent is referred to from here alone. */
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

    /** It has grown, and is too large to be kept. */
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

    /** Keeps none any more; those that are lent are freed when they come back. */
    void close() {
        closed = true;
        kept.forEach(ByteBuf::release);
        kept.clear();
    }
}
