package org.peerlock.registry.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.registry.Deadline;
import org.peerlock.registry.Durability;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.UnknownOutcomeException;

/** What ZooKeeper does to its nodes, and administrators do, while the servers are well. */
class ZooKeeperRegistryStoreTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final String NOTHING = TaggedBytes.ABSENT.tag();
    private static final String SECRET = "s3cr3t";
    private static final List<ACL> OPEN =
            Collections.singletonList(new ACL(ZooDefs.Perms.ALL, new Id("world", "anyone")));

    private static ZooKeeperEnsemble ensemble;

    private final String path = "/test-" + UUID.randomUUID();
    private final String node = path + "/app";
    private final List<RegistryStore> opened = new ArrayList<>();

    @BeforeAll
    static void startServers(@TempDir Path directory) throws Exception {
        ensemble = new ZooKeeperEnsemble(directory);
    }

    @AfterAll
    static void endServers() throws Exception {
        ensemble.end();
    }

    @AfterEach
    void closeStores() {
        opened.forEach(RegistryStore::close);
    }

    private ZooKeeperRegistryStore open() {
        return open("", Map.of());
    }

    private ZooKeeperRegistryStore open(String userInfo, Map<String, String> environment) {
        String url = "zk://" + userInfo + ZooKeeperEnsemble.hosts(ensemble.servers()) + path;
        ZooKeeperRegistryStore store = ZooKeeperRegistryStoreProvider.open(url, "app", environment);
        opened.add(store);
        return store;
    }

    /** A store whose versions run out soon. */
    private ZooKeeperRegistryStore openWithLastVersion(int lastVersion) {
        ZooKeeperUrl url = ZooKeeperUrl.parse("zk://" + ZooKeeperEnsemble.hosts(ensemble.servers()) + path);
        ZooKeeperRegistryStore store = new ZooKeeperRegistryStore(
                new ZooKeeperClient(url, Optional.empty()), url.node("app"), false, lastVersion);
        opened.add(store);
        return store;
    }

    private static boolean write(RegistryStore store, String tag, String content) throws IOException {
        return store.compareAndSet(tag, content.getBytes(UTF_8), TIMEOUT);
    }

    private static TaggedBytes written(RegistryStore store, String content) throws IOException {
        assertThat(write(store, store.read(TIMEOUT).tag(), content)).isTrue();
        return store.read(TIMEOUT);
    }

    private List<String> children() throws Exception {
        return ensemble.asAdministrator(session -> session.getChildren(node, false));
    }

    private String child() throws Exception {
        return node + "/" + children().get(0);
    }

    private void assertThatItCanBeCreatedAgain(RegistryStore store, TaggedBytes old) throws Exception {
        assertThat(store.read(TIMEOUT)).isEqualTo(TaggedBytes.ABSENT);
        assertThat(write(store, old.tag(), "stale")).as("over nothing").isFalse();
        assertThat(write(store, NOTHING, "new")).isTrue();
        TaggedBytes created = store.read(TIMEOUT);
        assertThat(write(store, old.tag(), "stale")).as("over another").isFalse();
        assertThat(write(store, NOTHING, "second")).isFalse();
        assertThat(store.read(TIMEOUT)).isEqualTo(created);
        assertThat(children()).hasSize(1);
    }

    @Test
    void theContentMayBeDeletedAlone() throws Exception {
        RegistryStore store = open();
        TaggedBytes old = written(store, "a");
        String child = child();
        ensemble.asAdministrator(session -> {
            session.delete(child, -1);
            return true;
        });
        assertThatItCanBeCreatedAgain(store, old);
    }

    @Test
    void theNodeOfTheClusterMayBeDeleted() throws Exception {
        RegistryStore store = open();
        TaggedBytes old = written(store, "a");
        ensemble.asAdministrator(session -> ZKUtil.deleteRecursive(session, node, 10));
        assertThatItCanBeCreatedAgain(store, old);
    }

    @Test
    void theWholePathMayBeDeleted() throws Exception {
        RegistryStore store = open();
        TaggedBytes old = written(store, "a");
        ensemble.asAdministrator(session -> ZKUtil.deleteRecursive(session, path, 10));
        assertThatItCanBeCreatedAgain(store, old);
    }

    @Test
    void aNodeThatAnAdministratorHasCreatedAndChangedServes() throws Exception {
        ensemble.asAdministrator(session -> {
            session.create(path, new byte[0], OPEN, CreateMode.PERSISTENT);
            session.create(node, null, OPEN, CreateMode.PERSISTENT);
            return session.setData(node, new byte[] {1}, -1);
        });
        RegistryStore store = open();
        assertThat(store.read(TIMEOUT)).isEqualTo(TaggedBytes.ABSENT);
        assertThat(write(store, NOTHING, "a")).isTrue();
        assertThat(write(store, NOTHING, "b")).isFalse();
    }

    /** ZooKeeper takes -1 for any version. */
    @Test
    void aTagThatTheStoreNeverGaveIsTheTagOfNoContent() throws Exception {
        RegistryStore store = open();
        TaggedBytes current = written(store, "a");
        String name = current.tag().substring(0, current.tag().indexOf('/'));
        for (String tag : List.of(
                name + "/-1",
                name + "/1",
                name + "/4294967295",
                name + "/4294967296",
                name + "/99999999999",
                name + "/",
                name,
                "../app/" + name + "/0",
                "0".repeat(32) + "/0",
                "/",
                " ")) {
            assertThat(write(store, tag, "b")).as(tag).isFalse();
        }
        assertThat(store.read(TIMEOUT)).isEqualTo(current);
    }

    @Test
    void anotherChildTakesOverBeforeTheVersionsRunOut() throws Exception {
        ZooKeeperRegistryStore store = openWithLastVersion(2);
        Set<String> tags = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (int number = 0; number < 10; number++) {
            TaggedBytes current = written(store, "content" + number);
            assertThat(current.content()).isEqualTo(("content" + number).getBytes(UTF_8));
            assertThat(tags.add(current.tag())).as("a new tag").isTrue();
            assertThat(children()).hasSize(1);
            names.add(child());
            for (String old : tags) {
                assertThat(old.equals(current.tag()) || !write(store, old, "stale"))
                        .as("refused with an old tag")
                        .isTrue();
            }
        }
        assertThat(names).hasSize(4);
    }

    @Test
    void ofTwoThatReplaceTheLastVersionOneSucceeds() throws Exception {
        ZooKeeperRegistryStore one = openWithLastVersion(0);
        ZooKeeperRegistryStore other = openWithLastVersion(0);
        TaggedBytes seen = written(one, "a");
        assertThat(write(one, seen.tag(), "b")).isTrue();
        assertThat(write(other, seen.tag(), "c")).isFalse();
        assertThat(other.read(TIMEOUT).content()).isEqualTo("b".getBytes(UTF_8));
    }

    @Test
    void theLastVersionLeavesRoomForOneMore() {
        assertThat(ZooKeeperRegistryStore.LAST_VERSION + 1).isPositive();
    }

    @Test
    void aChildThatPeerlockDidNotCreateIsReported() throws Exception {
        RegistryStore store = open();
        TaggedBytes current = written(store, "a");
        ensemble.asAdministrator(session -> session.create(node + "/stray", new byte[0], OPEN, CreateMode.PERSISTENT));
        assertThatThrownBy(() -> store.read(TIMEOUT)).hasMessageContaining("has children that Peerlock did not create");
        ensemble.asAdministrator(session -> {
            session.delete(node + "/stray", -1);
            return true;
        });
        assertThat(store.read(TIMEOUT)).isEqualTo(current);
    }

    @Test
    void aContentThatIsTooLargeIsRefusedAndHarmsNothing() throws Exception {
        RegistryStore store = open();
        TaggedBytes current = written(store, "a");
        assertThatThrownBy(() -> store.compareAndSet(current.tag(), new byte[1_048_576], TIMEOUT))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining("jute.maxbuffer");
        assertThat(store.read(TIMEOUT)).isEqualTo(current);
    }

    @Test
    void theLargestContentThatIsNotRefusedIsWrittenAndRead() throws Exception {
        byte[] large = new byte[0xfffff - 4_096];
        RegistryStore store = openWithLastVersion(1);
        for (int way = 0; way < 3; way++) { // create, replace, another child
            assertThat(store.compareAndSet(store.read(TIMEOUT).tag(), large, TIMEOUT))
                    .isTrue();
            assertThat(store.read(TIMEOUT).content()).isEqualTo(large);
        }
    }

    @Test
    void withoutAUserEverybodyMayDoEverything() throws Exception {
        TaggedBytes unused = written(open(), "a");
        for (String each : List.of(path, node, child())) {
            assertThat(ensemble.<List<ACL>>asAdministrator(session -> session.getACL(each, null)))
                    .isEqualTo(OPEN);
        }
    }

    @Test
    void withAUserNobodyElseMayDoAnything() throws Exception {
        RegistryStore owner = open("me:" + SECRET + "@", Map.of());
        TaggedBytes current = written(owner, "a");
        for (RegistryStore other :
                List.of(open(), open("me:wrong@", Map.of()), open("you:" + SECRET + "@", Map.of()))) {
            assertThatThrownBy(() -> other.read(TIMEOUT))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("may not");
            for (String tag : List.of(current.tag(), NOTHING)) {
                assertThatThrownBy(() -> write(other, tag, "b"))
                        .isInstanceOf(IOException.class)
                        .isNotInstanceOf(UnknownOutcomeException.class)
                        .hasMessageContaining("may not")
                        .message()
                        .doesNotContain(SECRET);
            }
        }
        assertThat(owner.read(TIMEOUT)).isEqualTo(current);
    }

    @Test
    void userAndPasswordMayBeInTheEnvironment() throws Exception {
        TaggedBytes current = written(open("me:" + SECRET + "@", Map.of()), "a");
        Map<String, String> environment = Map.of("PEERLOCK_REGISTRY_USER", "me", "PEERLOCK_REGISTRY_PASSWORD", SECRET);
        assertThat(open("", environment).read(TIMEOUT)).isEqualTo(current);
    }

    /** The label is too long for the name of a host, so nobody is asked. */
    @Test
    void anUnknownHostIsNamed() {
        String host = "x".repeat(64) + ".invalid";
        try (RegistryStore store = ZooKeeperRegistryStoreProvider.open("zk://" + host + "/path", "app", Map.of())) {
            assertThatThrownBy(() -> readUntilTheLookUpHasFailed(store)).hasMessageContaining("unknown hosts: " + host);
            assertThatThrownBy(() -> store.compareAndSet(NOTHING, new byte[0], SHORT))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(UnknownOutcomeException.class);
        }
    }

    private static void readUntilTheLookUpHasFailed(RegistryStore store) throws IOException {
        while (true) {
            try {
                TaggedBytes unused = store.read(SHORT);
            } catch (IOException e) {
                if (String.valueOf(e.getMessage()).contains("unknown hosts")) {
                    throw e;
                }
            }
        }
    }

    @Test
    void aCallAfterClosingFails() throws Exception {
        RegistryStore store = open();
        TaggedBytes current = written(store, "a");
        store.close();
        store.close();
        assertThatThrownBy(() -> store.read(TIMEOUT)).hasMessageContaining("closed");
        assertThatThrownBy(() -> write(store, current.tag(), "b"))
                .isNotInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void anInterruptEndsACall() throws Exception {
        RegistryStore store = open();
        TaggedBytes current = written(store, "a");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> write(store, current.tag(), "b")).isInstanceOf(UnknownOutcomeException.class);
        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    }

    /** ZooKeeper ends the session of a client when another one presents its id and closes it. */
    @Test
    void anExpiredSessionIsReplaced() throws Exception {
        ZooKeeperUrl url = ZooKeeperUrl.parse("zk://" + ZooKeeperEnsemble.hosts(ensemble.servers()) + path);
        ZooKeeperClient client = new ZooKeeperClient(url, Optional.of("me:" + SECRET));
        RegistryStore store = new ZooKeeperRegistryStore(client, node, true);
        opened.add(store);
        TaggedBytes current = written(store, "a");
        ZooKeeper first = client.connected(Deadline.in(TIMEOUT));
        ZooKeeper thief =
                new ZooKeeper(url.hosts(), 4_000, event -> {}, first.getSessionId(), first.getSessionPasswd());
        thief.exists("/", false);
        thief.close();
        while (first.getState().isAlive()) {
            try {
                TaggedBytes unused = store.read(TIMEOUT);
            } catch (IOException e) {
                // the connection was lost
            }
        }
        assertThat(store.read(TIMEOUT)).isEqualTo(current);
        assertThat(client.connected(Deadline.in(TIMEOUT))).isNotSameAs(first);
    }

    @Test
    void theServersThatKeepWritesCanBeAskedFor() throws IOException {
        Durability durability = open().durability(TIMEOUT);
        assertThat(durability.settings()).containsEntry("voting servers", "3").containsEntry("forceSync", "unknown");
        assertThat(durability.verdict()).contains("forceSync");
    }
}
