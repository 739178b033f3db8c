package org.peerlock.registry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStores;

/**
 * What every {@link RegistryStore} must do that several processes share. The processes open it by
 * its URL.
 */
public abstract class SharedRegistryStoreConformance extends RegistryStoreConformance {

    private static final int PROCESSES = 3;
    private static final int KILLED = 8;

    private final String cluster = "conformance-" + UUID.randomUUID();
    private final List<RegistryStore> opened = new ArrayList<>();
    private final List<WriterProcess> started = new ArrayList<>();

    /** For a subclass. */
    protected SharedRegistryStoreConformance() {}

    /** The URL of the registry, as an application would give it. */
    protected abstract String url();

    /** The cluster of this test method: no other one uses its name. */
    protected final String cluster() {
        return cluster;
    }

    @Override
    protected final RegistryStore open() throws IOException {
        return open(url());
    }

    /** Opens this test's registry by another URL. */
    final synchronized RegistryStore open(String url) throws IOException {
        RegistryStore store = RegistryStores.open(url, cluster);
        opened.add(store);
        return store;
    }

    @AfterEach
    final void closeStoresAndEndProcesses() throws Exception {
        for (WriterProcess process : started) {
            process.kill();
        }
        opened.forEach(RegistryStore::close);
    }

    /** Starts a process that writes until so many writes were acknowledged. */
    final WriterProcess start(String url, String name, int times, Duration timeout, History history)
            throws IOException {
        WriterProcess process = new WriterProcess(url, cluster, name, times, timeout, history);
        started.add(process);
        return process;
    }

    @Test
    void noWriteOfManyProcessesIsLost() throws Exception {
        History history = new History();
        int each = Math.max(1, WRITES / PROCESSES);
        List<WriterProcess> writers = new ArrayList<>();
        for (int process = 0; process < PROCESSES; process++) {
            writers.add(start(url(), "process" + process, each, timeout(), history));
        }
        for (WriterProcess writer : writers) {
            assertThat(writer.awaitEnd()).as("exit code of a writer").isZero();
        }
        assertThat(check(history)).isGreaterThanOrEqualTo(PROCESSES * each);
    }

    @Test
    void noAcknowledgedWriteIsLostWhenWritersAreKilled() throws Exception {
        History history = new History();
        Random random = new Random();
        Deque<WriterProcess> living = new ArrayDeque<>();
        for (int count = 0; count < KILLED || !living.isEmpty(); ) {
            while (living.size() < PROCESSES && count < KILLED) {
                living.add(start(url(), "process" + count, Integer.MAX_VALUE, timeout(), history));
                count++;
            }
            WriterProcess next = living.remove();
            next.awaitWritten(1 + random.nextInt(Math.max(1, 2 * WRITES / KILLED)));
            next.kill();
        }
        assertThat(check(history)).isGreaterThanOrEqualTo(KILLED);
    }
}
