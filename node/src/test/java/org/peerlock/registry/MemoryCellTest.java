package org.peerlock.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class MemoryCellTest {

    private final MemoryCell cell = new MemoryCell();

    @Test
    void nothingIsThereAtFirst() {
        assertThat(cell.read()).isEqualTo(Snapshot.NOTHING);
    }

    @Test
    void isWrittenByWhoKnowsTheVersion() {
        assertThat(cell.compareAndSet(0, bytes("a"))).isTrue();
        assertThat(cell.read()).isEqualTo(new Snapshot(1, bytes("a")));
        assertThat(cell.compareAndSet(1, bytes("b"))).isTrue();
        assertThat(cell.read()).isEqualTo(new Snapshot(2, bytes("b")));
    }

    @Test
    void isNotWrittenByWhoKnowsAnother() {
        assertThat(cell.compareAndSet(1, bytes("a"))).isFalse();
        cell.compareAndSet(0, bytes("a"));
        assertThat(cell.compareAndSet(0, bytes("b"))).isFalse();
        assertThat(cell.compareAndSet(2, bytes("b"))).isFalse();
        assertThat(cell.read()).isEqualTo(new Snapshot(1, bytes("a")));
    }

    @Test
    void theSameContentHasAnotherVersion() {
        cell.compareAndSet(0, bytes("a"));
        cell.compareAndSet(1, bytes("a"));
        assertThat(cell.compareAndSet(1, bytes("b"))).isFalse();
    }

    @Test
    void isNotChangedThroughItsArrays() {
        byte[] content = bytes("a");
        cell.compareAndSet(0, content);
        content[0] = 'x';
        cell.read().content()[0] = 'x';
        assertThat(cell.read().content()).isEqualTo(bytes("a"));
    }

    @Test
    void contentHasAVersion() {
        assertThatThrownBy(() -> new Snapshot(0, bytes("a"))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void noWriteOfManyThreadsIsLost() throws Exception {
        int threads = 4;
        int increments = 5_000;
        cell.compareAndSet(0, bytes("0"));
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                ends.add(pool.submit(() -> increment(increments)));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            pool.shutdownNow();
        }
        int all = threads * increments;
        assertThat(cell.read()).isEqualTo(new Snapshot(1 + all, bytes(String.valueOf(all))));
    }

    private void increment(int times) {
        for (int done = 0; done < times; ) {
            Snapshot seen = cell.read();
            int next = 1 + Integer.parseInt(new String(seen.content(), UTF_8));
            if (cell.compareAndSet(seen.version(), bytes(String.valueOf(next)))) {
                done++;
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
