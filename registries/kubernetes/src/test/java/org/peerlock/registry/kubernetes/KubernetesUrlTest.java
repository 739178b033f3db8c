package org.peerlock.registry.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubernetesUrlTest {

    private static final Map<String, String> POD =
            Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "KUBERNETES_SERVICE_PORT", "6443");

    @Test
    void aPodFindsServerAndFilesByItself() throws IOException {
        KubernetesUrl url = KubernetesUrl.parse("K8S://apps/locks", POD);
        assertThat(url.server()).isEqualTo(URI.create("https://10.0.0.1:6443"));
        assertThat(url.namespace()).isEqualTo("apps");
        assertThat(url.name()).isEqualTo("locks");
        assertThat(url.tokenFile()).contains(Path.of("/var/run/secrets/kubernetes.io/serviceaccount/token"));
        assertThat(url.tlsFiles().ca()).contains(Path.of("/var/run/secrets/kubernetes.io/serviceaccount/ca.crt"));
    }

    @Test
    void anAddressOfIpv6IsPutIntoBrackets() throws IOException {
        assertThat(KubernetesUrl.parse("k8s://apps/locks", Map.of("KUBERNETES_SERVICE_HOST", "fd00::1"))
                        .server())
                .isEqualTo(URI.create("https://[fd00::1]:443"));
    }

    @Test
    void parametersReplaceThePod() throws IOException {
        KubernetesUrl url = KubernetesUrl.parse("k8s://apps/locks?server=https://h:1&ca=/c%20a&token=/t", POD);
        assertThat(url.server()).isEqualTo(URI.create("https://h:1"));
        assertThat(url.tokenFile()).contains(Path.of("/t"));
        assertThat(url.tlsFiles().ca()).contains(Path.of("/c a"));
    }

    @ParameterizedTest
    @CsvSource({
        "k8s://apps, cannot be understood",
        "k8s://apps/, cannot be understood",
        "k8s://Apps/locks, cannot be understood",
        "k8s://apps/lo_cks, cannot be understood",
        "k8s://apps/a.b, cannot be understood",
        "k8s://apps/locks?password=secret, knows only the parameters",
        "k8s://apps/locks?server=https://user:secret@h, is not like https://host:port",
        "k8s://apps/locks, runs in no pod"
    })
    void aWrongUrlIsExplainedWithoutSecrets(String url, String sentence) {
        assertThatThrownBy(() -> KubernetesUrl.parse(url, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence)
                .hasMessageNotContaining("secret");
    }

    @Test
    void theNamespaceOfThePodIsNamedByItsFile() {
        assertThatThrownBy(() -> KubernetesUrl.parse("k8s:///locks", POD))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("name it in the URL");
    }
}
