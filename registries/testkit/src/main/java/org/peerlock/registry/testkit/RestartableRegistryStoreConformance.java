package org.peerlock.registry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;

/**
 * What every {@link RegistryStore} must do that uses a server, or a cluster of servers: also when
 * the server is killed, and when connections break. A store whose driver cannot limit the time of a
 * call can pass no more than this; all others extend {@link ServerRegistryStoreConformance}.
 */
public abstract class RestartableRegistryStoreConformance extends SharedRegistryStoreConformance {

    private static final int WRITERS = 3;
    private static final int ROUNDS = WRITES < 1_000 ? 3 : 12;

    /** Long enough for a busy machine, and short enough to meet every fault. */
    static final Duration SHORT = Duration.ofMillis(800);

    final List<TcpProxy> proxies = new ArrayList<>();

    /** For a subclass. */
    protected RestartableRegistryStoreConformance() {}

    /** Where the servers listen, while all of them run. */
    protected abstract List<InetSocketAddress> servers();

    /** The URL of the registry, if the servers were at these addresses. */
    protected abstract String url(List<InetSocketAddress> servers);

    /** Kills the server, or the leader of the cluster, as {@code kill -9} does. */
    protected abstract void killServer() throws Exception;

    /** Starts the killed server again with its data, and returns when it serves. */
    protected abstract void restartServer() throws Exception;

    @Override
    protected final String url() {
        return url(servers());
    }

    @AfterEach
    final void closeProxies() {
        proxies.forEach(TcpProxy::close);
    }

    final String urlThroughProxies() throws IOException {
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (InetSocketAddress server : servers()) {
            TcpProxy proxy = new TcpProxy(server);
            proxies.add(proxy);
            addresses.add(proxy.address());
        }
        return url(addresses);
    }

    /** Something that happens between two writes. */
    interface Fault {
        void happen() throws Exception;
    }

    /** Lets processes write while faults happen, and checks the whole history. */
    final void writeDuring(String url, Fault fault, Fault end) throws Exception {
        History history = new History();
        Random random = new Random();
        List<WriterProcess> writers = new ArrayList<>();
        for (int number = 0; number < WRITERS; number++) {
            writers.add(start(url, "process" + number, Integer.MAX_VALUE, SHORT, history));
        }
        for (int round = 0; round < ROUNDS; round++) {
            writers.get(round % WRITERS).awaitWritten(1 + random.nextInt(Math.max(1, WRITES / ROUNDS)));
            fault.happen();
            end.happen();
        }
        for (WriterProcess writer : writers) {
            writer.awaitWritten(1); // it has recovered
            writer.kill();
        }
        assertThat(check(history)).isGreaterThanOrEqualTo(ROUNDS);
    }

    @Test
    void noAcknowledgedWriteIsLostWhenTheServerIsKilled() throws Exception {
        writeDuring(url(), this::killServer, this::restartServer);
    }

    @Test
    void noAcknowledgedWriteIsLostWhenConnectionsAreReset() throws Exception {
        writeDuring(urlThroughProxies(), () -> proxies.forEach(TcpProxy::reset), () -> {});
    }

    @Test
    void aStoreThatWasAwayServesAgainWithTheSameContent() throws Exception {
        RegistryStore store = open();
        assertThat(store.compareAndSet(TaggedBytes.ABSENT.tag(), new byte[] {1}, timeout()))
                .isTrue();
        TaggedBytes before = store.read(timeout());
        killServer();
        restartServer();
        TaggedBytes after = readPatiently(store);
        assertThat(after).isEqualTo(before);
    }

    /** The first calls may meet connections that are broken. */
    final TaggedBytes readPatiently(RegistryStore store) throws IOException {
        IOException last = new IOException("never tried");
        for (int attempt = 0; attempt < 10; attempt++) {
            try {
                return store.read(timeout());
            } catch (IOException e) {
                last = e;
            }
        }
        throw last;
    }
}
