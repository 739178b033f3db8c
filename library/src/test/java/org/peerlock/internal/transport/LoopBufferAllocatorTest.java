package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.io.netty.buffer.ByteBuf;

class LoopBufferAllocatorTest {

    private final LoopBufferAllocator loopBufferAllocator = new LoopBufferAllocator();

    @Test
    void aReturnedBufferIsLentAgainAndEmpty() {
        ByteBuf first = loopBufferAllocator.directBuffer();
        first.writeLong(1);
        first.release();

        ByteBuf second = loopBufferAllocator.directBuffer();

        assertThat(second).isSameAs(first);
        assertThat(second.isReadable()).isFalse();
    }

    @Test
    void aBufferInUseIsNotLentAgain() {
        ByteBuf whole = loopBufferAllocator.directBuffer().writeLong(1);
        ByteBuf part = whole.readRetainedSlice(4);
        whole.release();

        ByteBuf other = loopBufferAllocator.directBuffer().writeLong(-1);

        assertThat(part.readInt()).isZero();
        part.release();
        assertThat(loopBufferAllocator.directBuffer()).isSameAs(whole).isNotSameAs(other);
    }

    @Test
    void noTwoUsersGetTheSameBufferHoweverManyTheyAre() {
        Set<ByteBuf> all = Collections.newSetFromMap(new IdentityHashMap<>());

        List<ByteBuf> lent = IntStream.range(0, 100)
                .mapToObj(i -> loopBufferAllocator.directBuffer())
                .toList();

        all.addAll(lent);
        assertThat(all).hasSize(100);
        lent.forEach(ByteBuf::release);
        assertThat(lent).filteredOn(buffer -> buffer.refCnt() > 0).hasSize(8);
    }

    @Test
    void aBufferThatHasGrownIsFreedAndReplaced() {
        ByteBuf grown = loopBufferAllocator.directBuffer();
        grown.writeZero(LoopBufferAllocator.SIZE + 1);
        grown.release();

        ByteBuf next = loopBufferAllocator.directBuffer();

        assertThat(next.capacity()).isEqualTo(LoopBufferAllocator.SIZE);
        assertThat(grown.refCnt()).isZero();
    }

    @Test
    void aUserThatNeedsMoreGetsMore() {
        ByteBuf large = loopBufferAllocator.directBuffer(10 * LoopBufferAllocator.SIZE);

        assertThat(large.capacity()).isEqualTo(10 * LoopBufferAllocator.SIZE);
        large.release();
        assertThat(large.refCnt()).isZero();
    }

    @Test
    void nothingIsKeptAfterTheEnd() {
        ByteBuf idle = loopBufferAllocator.directBuffer();
        ByteBuf lent = loopBufferAllocator.directBuffer();
        idle.release();

        loopBufferAllocator.close();

        assertThat(idle.refCnt()).isZero();
        lent.release();
        assertThat(lent.refCnt()).isZero();
        ByteBuf late = loopBufferAllocator.directBuffer();
        late.release();
        assertThat(late.refCnt()).isZero();
    }

    @Test
    void theBufferForARecordOfTlsIsLentAgain() throws NoSuchAlgorithmException {
        int record = SSLContext.getDefault().createSSLEngine().getSession().getPacketBufferSize();
        ByteBuf first = loopBufferAllocator.heapBuffer(record);
        first.writeZero(record).release();
        assertThat(loopBufferAllocator.heapBuffer(record)).isSameAs(first);
        assertThat(loopBufferAllocator.heapBuffer(record)).isNotSameAs(first);

        loopBufferAllocator.close();

        first.release();
        assertThat(first.refCnt()).isZero();
    }

    @Test
    void otherBuffersOnTheHeapAreNotKept() {
        for (int size : new int[] {0, LoopBufferAllocator.SIZE, 2 * LoopBufferAllocator.SIZE}) {
            ByteBuf buffer = loopBufferAllocator.heapBuffer(size);
            buffer.release();
            assertThat(buffer.refCnt()).isZero();
        }
    }
}
