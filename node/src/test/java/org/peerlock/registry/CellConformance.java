package org.peerlock.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.peerlock.registry.Counting.Account;

/** What every {@link Cell} must do for the threads of one process. Each test has a cell of its own, which is empty. */
public abstract class CellConformance {

    private static final int THREADS = 4;

    /** The cell, as one more node opens it. */
    protected abstract Cell open() throws Exception;

    /** How far each of some threads counts, and how often they write at once: as much as there is time for. */
    protected abstract int increments();

    /** What is there. To be overridden where a read may be stale. */
    protected Snapshot readFresh(Cell cell) throws Exception {
        return cell.read();
    }

    @Test
    void nothingIsThereAtFirst() throws Exception {
        assertThat(readFresh(open())).isEqualTo(Snapshot.NOTHING);
    }

    @Test
    void isWrittenByWhoKnowsTheVersion() throws Exception {
        Cell one = open();
        Cell other = open();
        assertThat(one.compareAndSet(0, bytes("a"))).isTrue();
        Snapshot first = readFresh(other);
        assertThat(first.content()).isEqualTo(bytes("a"));
        assertThat(first.version()).isNotZero();
        assertThat(other.compareAndSet(first.version(), bytes("b"))).isTrue();
        assertThat(readFresh(one).content()).isEqualTo(bytes("b"));
    }

    @Test
    void isNotWrittenByWhoKnowsAnother() throws Exception {
        Cell cell = open();
        assertThat(cell.compareAndSet(1, bytes("a"))).isFalse();
        assertThat(readFresh(cell)).isEqualTo(Snapshot.NOTHING);
        cell.compareAndSet(0, bytes("a"));
        Snapshot first = readFresh(cell);
        cell.compareAndSet(first.version(), bytes("b"));
        Snapshot second = readFresh(cell);
        assertThat(cell.compareAndSet(0, bytes("c"))).isFalse();
        assertThat(cell.compareAndSet(first.version(), bytes("c"))).isFalse();
        assertThat(cell.compareAndSet(second.version() + 1, bytes("c"))).isFalse();
        assertThat(readFresh(cell)).isEqualTo(second);
    }

    @Test
    void theSameContentHasAnotherVersion() throws Exception {
        Cell cell = open();
        cell.compareAndSet(0, bytes("a"));
        Snapshot first = readFresh(cell);
        cell.compareAndSet(first.version(), bytes("a"));
        assertThat(readFresh(cell).version()).isNotEqualTo(first.version());
        assertThat(cell.compareAndSet(first.version(), bytes("b"))).isFalse();
    }

    @Test
    void isNotChangedThroughItsArrays() throws Exception {
        Cell cell = open();
        byte[] content = bytes("a");
        cell.compareAndSet(0, content);
        content[0] = 'x';
        readFresh(cell).content()[0] = 'x';
        assertThat(readFresh(cell).content()).isEqualTo(bytes("a"));
    }

    @Test
    void holdsAnyBytes() throws Exception {
        Cell cell = open();
        for (int length : new int[] {0, 1, 100_000, 0, 5}) {
            byte[] content = new byte[length];
            new Random(length).nextBytes(content);
            assertThat(cell.compareAndSet(readFresh(cell).version(), content)).isTrue();
            assertThat(readFresh(cell).content()).isEqualTo(content);
        }
    }

    @Test
    void ofAllWhoKnowTheSameVersionOneWrites() throws Exception {
        CyclicBarrier together = new CyclicBarrier(THREADS);
        List<List<Boolean>> written = inThreads(thread -> {
            Cell cell = open();
            List<Boolean> own = new ArrayList<>();
            for (int round = 0; round < increments(); round++) {
                together.await();
                long version = readFresh(cell).version();
                together.await();
                own.add(cell.compareAndSet(version, bytes("thread" + thread)));
            }
            return own;
        });
        for (int round = 0; round < increments(); round++) {
            int number = round;
            assertThat(written.stream().filter(own -> own.get(number)))
                    .as("round %s", round)
                    .hasSize(1);
        }
    }

    @Test
    void noWriteOfManyThreadsIsLost() throws Exception {
        List<Account> accounts = inThreads(thread -> {
            Account account = new Account("thread" + thread);
            Counting.count(open(), "thread" + thread, increments(), account);
            return account;
        });
        Counting.assertNothingLost(open(), accounts);
    }

    private interface Task<T> {

        T run(int thread) throws Exception;
    }

    private static <T> List<T> inThreads(Task<T> task) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<T>> tasks = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int number = thread;
                tasks.add(() -> task.run(number));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> result : pool.invokeAll(tasks)) {
                results.add(result.get());
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    protected static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
