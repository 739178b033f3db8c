package org.peerlock.registry.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;

/** With fabric8's imitation of an API server, which was written without this store in mind. */
class Fabric8ServerTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final String NOTHING = TaggedBytes.ABSENT.tag();
    private static final byte[] FIRST = {1};
    private static final byte[] SECOND = {2};

    private KubernetesMockServer server;
    private RegistryStore store;

    @BeforeEach
    void start() throws IOException {
        server = new KubernetesMockServer(
                new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);
        server.init();
        store = new KubernetesRegistryStoreProvider(Map.of()).open("k8s://apps/locks?server=" + address(), "app");
    }

    @AfterEach
    void stop() {
        store.close();
        server.destroy();
    }

    private String address() {
        return "http://" + server.getHostName() + ":" + server.getPort();
    }

    private boolean write(String tag, byte[] content) throws IOException {
        return store.compareAndSet(tag, content, TIMEOUT);
    }

    private void delete() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(address() + "/api/v1/namespaces/apps/secrets/locks.app"))
                .DELETE()
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aSecretIsCreatedOnce() throws IOException {
        assertThat(write(NOTHING, FIRST)).isTrue();
        TaggedBytes created = store.read(TIMEOUT);
        assertThat(created.content()).isEqualTo(FIRST);
        assertThat(write(NOTHING, SECOND)).isFalse();
        assertThat(store.read(TIMEOUT)).isEqualTo(created);
    }

    @Test
    void aSecretIsReplacedByAWriterThatKnowsItsVersion() throws IOException {
        assertThat(write(NOTHING, FIRST)).isTrue();
        TaggedBytes first = store.read(TIMEOUT);
        assertThat(write(first.tag(), SECOND)).isTrue();
        TaggedBytes second = store.read(TIMEOUT);
        assertThat(second.content()).isEqualTo(SECOND);
        assertThat(second.tag()).isNotEqualTo(first.tag());
        assertThat(write(first.tag(), FIRST)).as("with an old resourceVersion").isFalse();
        assertThat(store.read(TIMEOUT)).isEqualTo(second);
    }

    @Test
    void aRegistryThatWasClearedHasATagOfItsOwn() throws IOException {
        assertThat(write(NOTHING, FIRST)).isTrue();
        TaggedBytes first = store.read(TIMEOUT);
        assertThat(write(first.tag(), new byte[0])).isTrue();
        TaggedBytes cleared = store.read(TIMEOUT);
        assertThat(cleared.isEmpty()).isTrue();
        assertThat(cleared.tag()).isNotEqualTo(first.tag());
        assertThat(write(NOTHING, SECOND)).isFalse();
        assertThat(write(cleared.tag(), SECOND)).isTrue();
    }

    @Test
    void aSecretThatWasCreatedAgainHasAnotherTag() throws Exception {
        assertThat(write(NOTHING, FIRST)).isTrue();
        TaggedBytes first = store.read(TIMEOUT);
        delete();
        assertThat(write(NOTHING, FIRST)).isTrue();
        assertThat(store.read(TIMEOUT).tag()).isNotEqualTo(first.tag());
        assertThat(write(first.tag(), SECOND)).isFalse();
    }

    /** An API server sends a Status with every error, and this one does not if there is no such Secret. */
    @Test
    void aReplyWithoutAStatusDoesNotShowThatThereIsNoSecret() {
        assertThatThrownBy(() -> store.read(TIMEOUT)).hasMessageContaining("not as an API server does");
    }
}
