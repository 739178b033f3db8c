package org.peerlock.registry.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStores;

class EtcdUrlTest {

    private static final Map<String, String> VARIABLES =
            Map.of("PEERLOCK_REGISTRY_USER", "ann", "PEERLOCK_REGISTRY_PASSWORD", "secret");

    private static EtcdUrl parse(String url) {
        return EtcdUrl.parse(url, Map.of());
    }

    @Test
    void aUrlNamesMembersAndAPrefix() {
        EtcdUrl url = parse("etcd://h1,h2:1234,[::1]:5,[fe80::1]/a/b");
        assertThat(url.endpoints())
                .containsExactly(
                        URI.create("http://h1:2379"),
                        URI.create("http://h2:1234"),
                        URI.create("http://[::1]:5"),
                        URI.create("http://[fe80::1]:2379"));
        assertThat(url.prefix()).isEqualTo("a/b");
        assertThat(url.credentials()).isEmpty();
    }

    @Test
    void aUrlForTlsNamesFiles() {
        EtcdUrl url = parse("ETCDS://h1/locks/?ca=/a%20b/ca.pem&cert=c.pem&key=k.pem");
        assertThat(url.endpoints()).isEqualTo(List.of(URI.create("https://h1:2379")));
        assertThat(url.prefix()).isEqualTo("locks");
        assertThat(url.tlsFiles().ca()).contains(Path.of("/a b/ca.pem"));
        assertThat(url.tlsFiles().cert()).contains(Path.of("c.pem"));
        assertThat(url.tlsFiles().key()).contains(Path.of("k.pem"));
    }

    @Test
    void aUserIsInTheUrlOrInTheEnvironment() {
        assertThat(EtcdUrl.parse("etcd://bob:p%40%3A+x@h1/locks", VARIABLES).credentials())
                .contains(new EtcdUrl.Credentials("bob", "p@:+x"));
        assertThat(EtcdUrl.parse("etcd://h1/locks", VARIABLES).credentials())
                .isEqualTo(Optional.of(new EtcdUrl.Credentials("ann", "secret")));
        assertThatThrownBy(() -> EtcdUrl.parse("etcd://h1/locks", Map.of("PEERLOCK_REGISTRY_USER", "ann")))
                .hasMessage("set both PEERLOCK_REGISTRY_USER and PEERLOCK_REGISTRY_PASSWORD, or none");
    }

    @ParameterizedTest
    @CsvSource({
        "etcd://ann:secret@h1, no prefix",
        "etcd://ann:secret@h1/, no prefix",
        "etcd://ann:secret@/locks, no host",
        "etcd:///locks, no host",
        "etcd:locks, cannot be understood",
        "etcd://ann:se cret@h1/locks, cannot be understood",
        "etcd://ann:%secret@h1/locks, has a wrong %",
        "etcd://ann:secret@h1:port/locks, not a host and port",
        "etcd://secret@h1/locks, a user without a password",
        "etcd://h1/locks?ca=x, need a URL that begins with etcds",
        "etcds://h1/locks?password=secret, knows only the parameters",
        "etcds://h1/locks?cert=x, needs its key"
    })
    void aWrongUrlIsExplainedWithoutSecrets(String url, String sentence) {
        assertThatThrownBy(() -> parse(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence)
                .hasMessageNotContaining("secret")
                .hasMessageNotContaining("se cret")
                .hasNoCause();
    }

    @ParameterizedTest
    @ValueSource(strings = {"etcd://ann:secret@h1,h2:5/locks", "etcds://ann:secret@h1,h2:5/locks"})
    void aDescriptionHasNoSecrets(String url) throws Exception {
        try (RegistryStore store = RegistryStores.open(url, "app")) {
            assertThat(store.describe()).isEqualTo("etcd at h1:2379,h2:5, key locks/app");
            assertThat(parse(url).toString()).doesNotContain("secret");
        }
    }
}
