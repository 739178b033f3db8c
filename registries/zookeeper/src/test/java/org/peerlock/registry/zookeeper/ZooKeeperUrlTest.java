package org.peerlock.registry.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZooKeeperUrlTest {

    private static final String SECRET = "s3cr3t";

    @Test
    void aUrlNamesServersAndAPath() {
        ZooKeeperUrl url = ZooKeeperUrl.parse("zk://one:2182,two,[::1]:2183/some/path");
        assertThat(url.servers())
                .containsExactly(
                        InetSocketAddress.createUnresolved("one", 2182),
                        InetSocketAddress.createUnresolved("two", 2181),
                        InetSocketAddress.createUnresolved("::1", 2183));
        assertThat(url.hosts()).isEqualTo("one:2182,two:2181,[::1]:2183");
        assertThat(url.node("app")).isEqualTo("/some/path/app");
        assertThat(url.credentials()).isEmpty();
    }

    @Test
    void withoutAPathTheClusterIsBelowTheRoot() {
        assertThat(ZooKeeperUrl.parse("zk://one").node("app")).isEqualTo("/app");
        assertThat(ZooKeeperUrl.parse("ZK://one/").node("app")).isEqualTo("/app");
    }

    @Test
    void userAndPasswordMayContainAnyCharacter() {
        assertThat(ZooKeeperUrl.parse("zk://me:a%40b%2Fc:+%25@one/path").credentials())
                .contains("me:a@b/c:+%");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "zk:one",
                "zk://",
                "zk:///path",
                "zk://one,,two/path",
                "zk://one:0/path",
                "zk://one:65536/path",
                "zk://one:/path",
                "zk://one//path",
                "zk://one/a/../b",
                "zk://one/zookeeper",
                "zk://one/zookeeper/quota",
                "zk://me:" + SECRET + "/x@one/path",
                "zk://me:1/" + SECRET + "@one/../path",
                "zk://me:" + SECRET + "%zz@one/path",
                "zk://" + SECRET + "@one/path",
                "zk://:" + SECRET + "@one/path",
                "zk://me%3A:" + SECRET + "@one/path",
                "zk://me:" + SECRET + "@one:x/path",
            })
    void aWrongUrlIsRefusedWithoutRepeatingIt(String url) {
        assertThatThrownBy(() -> ZooKeeperUrl.parse(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasNoCause()
                .message()
                .doesNotContain(SECRET);
    }

    @Test
    void aClusterMayNotBeWhereZooKeeperKeepsItsOwnNodes() {
        assertThatThrownBy(() -> ZooKeeperUrl.parse("zk://one").node("zookeeper"))
                .hasMessageContaining("belongs to ZooKeeper");
    }

    @Test
    void noDescriptionHasAPassword() {
        assertThat(ZooKeeperUrl.parse("zk://me:" + SECRET + "@one/path")).hasToString("zk://one:2181/path");
        try (ZooKeeperRegistryStore store =
                ZooKeeperRegistryStoreProvider.open("zk://me:" + SECRET + "@one/path", "app", Map.of())) {
            assertThat(store.describe()).isEqualTo("ZooKeeper at one:2181, node /path/app");
        }
    }

    @Test
    void halfOfTheCredentialsInTheEnvironmentIsAMistake() {
        for (String half : new String[] {"PEERLOCK_REGISTRY_USER", "PEERLOCK_REGISTRY_PASSWORD"}) {
            assertThatThrownBy(() -> ZooKeeperRegistryStoreProvider.open("zk://one", "app", Map.of(half, SECRET)))
                    .hasMessageContaining("set both")
                    .message()
                    .doesNotContain(SECRET);
        }
    }
}
