package org.peerlock.registry.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import org.apache.zookeeper.ZKUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStores;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.UnknownOutcomeException;
import org.peerlock.registry.testkit.ServerProgram;
import org.peerlock.registry.testkit.TcpProxy;

/** What callers learn when servers or connections fail, and what they do not learn. */
class ZooKeeperRegistryStoreFaultsTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final String NOTHING = TaggedBytes.ABSENT.tag();

    private static ZooKeeperEnsemble ensemble;

    private final String path = "/test-" + UUID.randomUUID();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeAll
    static void startServers(@TempDir Path directory) throws Exception {
        ensemble = new ZooKeeperEnsemble(directory);
    }

    @AfterAll
    static void endServers() throws Exception {
        ensemble.end();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private RegistryStore open(List<InetSocketAddress> servers) throws IOException {
        RegistryStore store = RegistryStores.open("zk://" + ZooKeeperEnsemble.hosts(servers) + path, "app");
        opened.add(store);
        return store;
    }

    /** A proxy before a server that is connected to the others. */
    private TcpProxy proxy() throws IOException {
        TcpProxy proxy = new TcpProxy(ensemble.servers().get(0));
        opened.add(proxy);
        return proxy;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static void awaitContent(RegistryStore store, String content) throws IOException {
        while (!new String(store.read(TIMEOUT).content(), UTF_8).equals(content)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aWriteWithoutReplyInTimeMayHaveTakenPlace() throws Exception {
        RegistryStore other = open(ensemble.servers());
        TcpProxy proxy = proxy();
        RegistryStore store = open(List.of(proxy.address()));
        assertThat(store.compareAndSet(NOTHING, bytes("a"), TIMEOUT)).isTrue();
        TaggedBytes current = store.read(TIMEOUT);
        proxy.dropReplies();
        assertThatThrownBy(() -> store.compareAndSet(current.tag(), bytes("b"), SHORT))
                .isInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining("no reply within the time limit");
        awaitContent(other, "b");
    }

    @Test
    void aCreationWithoutReplyInTimeMayHaveTakenPlace() throws Exception {
        RegistryStore other = open(ensemble.servers());
        assertThat(other.compareAndSet(NOTHING, bytes("a"), TIMEOUT)).isTrue(); // the path is there
        ensemble.asAdministrator(session -> ZKUtil.deleteRecursive(session, path + "/app", 10));
        TcpProxy proxy = proxy();
        RegistryStore store = open(List.of(proxy.address()));
        assertThat(store.read(TIMEOUT)).isEqualTo(TaggedBytes.ABSENT);
        proxy.dropReplies();
        assertThatThrownBy(() -> store.compareAndSet(NOTHING, bytes("b"), SHORT))
                .isInstanceOf(UnknownOutcomeException.class);
        awaitContent(other, "b");
    }

    @Test
    void aWriteWhoseConnectionIsLostMayHaveTakenPlace() throws Exception {
        RegistryStore other = open(ensemble.servers());
        TcpProxy proxy = proxy();
        RegistryStore store = open(List.of(proxy.address()));
        assertThat(store.compareAndSet(NOTHING, bytes("a"), TIMEOUT)).isTrue();
        TaggedBytes current = store.read(TIMEOUT);
        proxy.dropReplies(); // ZooKeeper's client gives up the connection itself
        assertThatThrownBy(() -> store.compareAndSet(current.tag(), bytes("b"), TIMEOUT))
                .isInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining("the connection was lost");
        awaitContent(other, "b");
    }

    @Test
    void aWriteThatIsUnderWayWhenTheStoreIsClosedMayHaveTakenPlace() throws Exception {
        RegistryStore other = open(ensemble.servers());
        TcpProxy proxy = proxy();
        RegistryStore store = open(List.of(proxy.address()));
        assertThat(store.compareAndSet(NOTHING, bytes("a"), TIMEOUT)).isTrue();
        TaggedBytes current = store.read(TIMEOUT);
        proxy.dropReplies();
        FutureTask<Boolean> write = new FutureTask<>(() -> store.compareAndSet(current.tag(), bytes("b"), TIMEOUT));
        new Thread(write, "writes").start();
        awaitContent(other, "b");
        store.close();
        assertThatThrownBy(write::get).hasCauseInstanceOf(UnknownOutcomeException.class);
    }

    @Test
    void aWriteThatReachedNoServerCertainlyDidNotTakePlace() throws Exception {
        RegistryStore store =
                open(List.of(new InetSocketAddress(ensemble.servers().get(0).getAddress(), ServerProgram.freePort())));
        assertThatThrownBy(() -> store.compareAndSet(NOTHING, bytes("a"), SHORT))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining("lets this process connect");
    }

    @Test
    void aClientNeedsNoLibraryOfTheServerAndLogsNoPassword() throws Exception {
        String password = "s3cr3t-p4ssw0rd";
        String url = "zk://" + ZooKeeperEnsemble.hosts(ensemble.servers()) + path;
        String printed = ClientProgram.run(url, "me", password);
        assertThat(printed)
                .contains("written: true, read: hello, ZooKeeper at 127.0.0.1:")
                .contains("Initiating client");
        for (String form : List.of(
                password,
                HexFormat.of().formatHex(bytes(password)),
                HexFormat.ofDelimiter(" ").formatHex(bytes(password)),
                Base64.getEncoder().encodeToString(bytes("me:" + password)))) {
            assertThat(printed.toLowerCase(Locale.ROOT)).doesNotContain(form.toLowerCase(Locale.ROOT));
        }
    }
}
