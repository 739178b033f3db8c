package org.peerlock.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BuffersTest {

    private final Buffers buffers = new Buffers();

    @Test
    void whatHasComeBackIsLentAgainAndEmpty() {
        ByteBuf first = buffers.directBuffer();
        first.writeLong(1);
        first.release();

        ByteBuf second = buffers.directBuffer();

        assertThat(second).isSameAs(first);
        assertThat(second.isReadable()).isFalse();
    }

    @Test
    void whatIsStillUsedIsNotLentAgain() {
        ByteBuf whole = buffers.directBuffer().writeLong(1);
        ByteBuf part = whole.readRetainedSlice(4);
        whole.release();

        ByteBuf other = buffers.directBuffer().writeLong(-1);

        assertThat(part.readInt()).isZero();
        part.release();
        assertThat(buffers.directBuffer()).isSameAs(whole).isNotSameAs(other);
    }

    @Test
    void nobodyGetsWhatAnotherHasHoweverManyTheyAre() {
        Set<ByteBuf> all = Collections.newSetFromMap(new IdentityHashMap<>());

        List<ByteBuf> lent =
                IntStream.range(0, 100).mapToObj(i -> buffers.directBuffer()).toList();

        all.addAll(lent);
        assertThat(all).hasSize(100);
        lent.forEach(ByteBuf::release);
        assertThat(lent).filteredOn(buffer -> buffer.refCnt() > 0).hasSize(8);
    }

    @Test
    void whatHasGrownIsFreedAndReplaced() {
        ByteBuf grown = buffers.directBuffer();
        grown.writeZero(Buffers.SIZE + 1);
        grown.release();

        ByteBuf next = buffers.directBuffer();

        assertThat(next.capacity()).isEqualTo(Buffers.SIZE);
        assertThat(grown.refCnt()).isZero();
    }

    @Test
    void whoeverNeedsMoreGetsMore() {
        ByteBuf large = buffers.directBuffer(10 * Buffers.SIZE);

        assertThat(large.capacity()).isEqualTo(10 * Buffers.SIZE);
        large.release();
        assertThat(large.refCnt()).isZero();
    }

    @Test
    void nothingIsKeptAfterTheEnd() {
        ByteBuf idle = buffers.directBuffer();
        ByteBuf lent = buffers.directBuffer();
        idle.release();

        buffers.close();

        assertThat(idle.refCnt()).isZero();
        lent.release();
        assertThat(lent.refCnt()).isZero();
        ByteBuf late = buffers.directBuffer();
        late.release();
        assertThat(late.refCnt()).isZero();
    }
}
