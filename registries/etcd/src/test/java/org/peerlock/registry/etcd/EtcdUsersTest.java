package org.peerlock.registry.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.registry.Durability;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.UnknownOutcomeException;
import org.peerlock.registry.http.Json;

/** An etcd that demands a user, who may use the keys that begin with {@code locks/}. */
class EtcdUsersTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final byte[] CONTENT = {1};

    @TempDir
    static Path directory;

    private static EtcdServers etcd;

    @BeforeAll
    static void start() throws Exception {
        etcd = new EtcdServers(directory, 1);
        call("auth/user/add", Map.of("name", "root", "password", "top"));
        call("auth/user/grant", Map.of("user", "root", "role", "root"));
        call("auth/user/add", Map.of("name", "ann", "password", "secret"));
        call("auth/role/add", Map.of("name", "locks"));
        Map<String, String> permission = Map.of(
                "permType", "READWRITE",
                "key", EtcdServers.base64("locks/"),
                "range_end", EtcdServers.base64("locks0"));
        call("auth/role/grant", Map.of("name", "locks", "perm", permission));
        call("auth/user/grant", Map.of("user", "ann", "role", "locks"));
        call("auth/enable", Map.of());
    }

    private static void call(String path, Map<String, ?> body) throws IOException {
        Json unused = etcd.call(0, "/v3/" + path, body);
    }

    @AfterAll
    static void stop() {
        if (etcd != null) {
            etcd.close();
        }
    }

    private static RegistryStore open(String user, String prefix, String cluster) {
        return new EtcdRegistryStoreProvider(Map.of()).open("etcd://" + user + etcd.hosts() + "/" + prefix, cluster);
    }

    private static void assertRefused(String user, String prefix, String sentence) {
        try (RegistryStore store = open(user, prefix, "refused")) {
            assertThatThrownBy(() -> store.read(TIMEOUT))
                    .hasMessageContaining(sentence)
                    .hasStackTraceContaining("etcd")
                    .hasMessageNotContaining("secret");
            assertThatThrownBy(() -> store.compareAndSet(TaggedBytes.ABSENT.tag(), CONTENT, TIMEOUT))
                    .isNotInstanceOf(UnknownOutcomeException.class)
                    .hasMessageContaining(sentence)
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void aUserReadsAndWrites() throws IOException {
        try (RegistryStore store = open("ann:secret@", "locks", "used")) {
            assertThat(store.compareAndSet(TaggedBytes.ABSENT.tag(), CONTENT, TIMEOUT))
                    .isTrue();
            assertThat(store.read(TIMEOUT).content()).isEqualTo(CONTENT);
        }
    }

    @Test
    void whatEtcdRefusesIsSaidInASentence() {
        assertRefused("ann:secret2@", "locks", "etcd refused the user or the password");
        assertRefused("nobody:secret@", "locks", "etcd refused the user or the password");
        assertRefused("ann:secret@", "other", "may not read and write keys with this prefix");
        assertRefused("", "locks", "etcd demands a user and a password");
    }

    /** A member that starts again has forgotten all tokens. So a write meets one that has expired. */
    @Test
    void aTokenThatHasExpiredIsRenewed() throws Exception {
        try (RegistryStore store = open("ann:secret@", "locks", "renewed")) {
            assertThat(store.read(TIMEOUT)).isEqualTo(TaggedBytes.ABSENT);
            etcd.kill(0);
            etcd.restart();
            assertThat(store.compareAndSet(TaggedBytes.ABSENT.tag(), CONTENT, TIMEOUT))
                    .isTrue();
        }
    }

    @Test
    void theMembersThatKeepWritesCanBeAskedFor() throws IOException {
        try (RegistryStore store = open("ann:secret@", "locks", "asked")) {
            Durability durability = store.durability(TIMEOUT);
            assertThat(durability.settings())
                    .containsEntry("voting members", "1")
                    .containsEntry("learners", "0")
                    .containsKey("version")
                    .doesNotContainKey("authentication");
            assertThat(durability.verdict()).startsWith("Fewer than three members vote");
        }
    }
}
