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
import org.peerlock.registry.CountingStore.Account;

/** What every {@link RegistryStore} must do for the threads of one process. Each test has a registry of its own, which is empty. */
public abstract class RegistryStoreConformance {

    private static final int THREADS = 4;

    /** The registry, as one more node opens it. */
    protected abstract RegistryStore open() throws Exception;

    /** How far each of some threads counts, and how often they write at once: as much as there is time for. */
    protected abstract int increments();

    /** The content of the registry. Overridden where a read may be stale. */
    protected VersionedBytes readFresh(RegistryStore registryStore) throws Exception {
        return registryStore.read();
    }

    @Test
    void nothingIsThereAtFirst() throws Exception {
        assertThat(readFresh(open())).isEqualTo(VersionedBytes.EMPTY);
    }

    @Test
    void isWrittenByAWriterThatKnowsTheVersion() throws Exception {
        RegistryStore one = open();
        RegistryStore other = open();
        assertThat(one.compareAndSet(0, bytes("a"))).isTrue();
        VersionedBytes first = readFresh(other);
        assertThat(first.content()).isEqualTo(bytes("a"));
        assertThat(first.version()).isNotZero();
        assertThat(other.compareAndSet(first.version(), bytes("b"))).isTrue();
        assertThat(readFresh(one).content()).isEqualTo(bytes("b"));
    }

    @Test
    void isNotWrittenByAWriterThatKnowsAnotherVersion() throws Exception {
        RegistryStore registryStore = open();
        assertThat(registryStore.compareAndSet(1, bytes("a"))).isFalse();
        assertThat(readFresh(registryStore)).isEqualTo(VersionedBytes.EMPTY);
        registryStore.compareAndSet(0, bytes("a"));
        VersionedBytes first = readFresh(registryStore);
        registryStore.compareAndSet(first.version(), bytes("b"));
        VersionedBytes second = readFresh(registryStore);
        assertThat(registryStore.compareAndSet(0, bytes("c"))).isFalse();
        assertThat(registryStore.compareAndSet(first.version(), bytes("c"))).isFalse();
        assertThat(registryStore.compareAndSet(second.version() + 1, bytes("c")))
                .isFalse();
        assertThat(readFresh(registryStore)).isEqualTo(second);
    }

    @Test
    void theSameContentHasAnotherVersion() throws Exception {
        RegistryStore registryStore = open();
        registryStore.compareAndSet(0, bytes("a"));
        VersionedBytes first = readFresh(registryStore);
        registryStore.compareAndSet(first.version(), bytes("a"));
        assertThat(readFresh(registryStore).version()).isNotEqualTo(first.version());
        assertThat(registryStore.compareAndSet(first.version(), bytes("b"))).isFalse();
    }

    @Test
    void isNotChangedThroughItsArrays() throws Exception {
        RegistryStore registryStore = open();
        byte[] content = bytes("a");
        registryStore.compareAndSet(0, content);
        content[0] = 'x';
        readFresh(registryStore).content()[0] = 'x';
        assertThat(readFresh(registryStore).content()).isEqualTo(bytes("a"));
    }

    @Test
    void holdsAnyBytes() throws Exception {
        RegistryStore registryStore = open();
        for (int length : new int[] {0, 1, 100_000, 0, 5}) {
            byte[] content = new byte[length];
            new Random(length).nextBytes(content);
            assertThat(registryStore.compareAndSet(readFresh(registryStore).version(), content))
                    .isTrue();
            assertThat(readFresh(registryStore).content()).isEqualTo(content);
        }
    }

    @Test
    void ofAllWritersThatKnowTheSameVersionOneWrites() throws Exception {
        CyclicBarrier together = new CyclicBarrier(THREADS);
        List<List<Boolean>> written = inThreads(thread -> {
            RegistryStore registryStore = open();
            List<Boolean> own = new ArrayList<>();
            for (int round = 0; round < increments(); round++) {
                together.await();
                long version = readFresh(registryStore).version();
                together.await();
                own.add(registryStore.compareAndSet(version, bytes("thread" + thread)));
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
            CountingStore.count(open(), "thread" + thread, increments(), account);
            return account;
        });
        CountingStore.assertNothingLost(open(), accounts);
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
