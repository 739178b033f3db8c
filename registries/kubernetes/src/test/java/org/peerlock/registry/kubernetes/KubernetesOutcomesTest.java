package org.peerlock.registry.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.UnknownOutcomeException;
import org.peerlock.registry.http.Reply;

class KubernetesOutcomesTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final String NOTHING = TaggedBytes.ABSENT.tag();
    private static final byte[] CONTENT = {1};

    @TempDir
    Path directory;

    private ApiServer server;
    private RegistryStore store;

    @BeforeEach
    void open() throws IOException {
        server = new ApiServer();
        Path token = Files.writeString(directory.resolve("token"), "secret1\n");
        String url =
                "k8s://apps/locks?server=http://127.0.0.1:" + server.address().getPort() + "&token=" + token;
        store = new KubernetesRegistryStoreProvider(Map.of()).open(url, "app");
    }

    @AfterEach
    void close() {
        store.close();
        server.close();
    }

    private void replyToWrites(int status, String text) {
        server.replyInstead(request -> request.method().equals("GET") ? null : new Reply(status, text.getBytes(UTF_8)));
    }

    private boolean create() throws IOException {
        return store.compareAndSet(NOTHING, CONTENT, TIMEOUT);
    }

    @Test
    void everyReplacementNamesTheVersionThatItReplaces() throws IOException {
        assertThat(create()).isTrue();
        for (int write = 0; write < 3; write++) {
            TaggedBytes seen = store.read(TIMEOUT);
            assertThat(store.compareAndSet(seen.tag(), CONTENT, TIMEOUT)).isTrue();
            ApiServer.Received put = server.received().get(server.received().size() - 1);
            assertThat(put.method()).isEqualTo("PUT");
            assertThat(put.body().text("metadata", "uid") + "/" + put.body().text("metadata", "resourceVersion"))
                    .isEqualTo(seen.tag());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "/7", "a/", "/", "a/b/c", " "})
    void aTagWithoutAVersionReplacesNothing(String tag) throws IOException {
        assertThat(create()).isTrue();
        assertThat(store.compareAndSet(tag, CONTENT, TIMEOUT)).isFalse();
        assertThat(server.received()).as("only the creation").hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"500", "502", "503", "504"})
    void afterAnErrorOfTheServerTheOutcomeIsUnknown(int status) {
        server.replyInstead(request -> ApiServer.status(status, "Timeout"));
        assertThatThrownBy(this::create)
                .isInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining("it is Timeout");
        assertThat(server.received()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "400, replied 400",
        "401, does not accept the token",
        "403, resourceNames [locks.app]",
        "404, knows no namespace apps",
        "413, replied 413",
        "422, replied 422",
        "429, is overloaded"
    })
    void afterARefusalNothingWasWritten(int status, String sentence) {
        server.replyInstead(request -> ApiServer.status(status, "Refused"));
        assertThatThrownBy(this::create)
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining(sentence)
                .hasMessageNotContaining("secret1");
    }

    @ParameterizedTest
    @CsvSource({"200, <html>", "201, {}", "302, ''", "403, <html>", "404, <html>", "409, <html>", "0, ''"})
    void aReplyThatIsNotOfAnApiServerLeavesTheOutcomeUnknown(int status, String text) {
        replyToWrites(status, text);
        assertThatThrownBy(this::create).isInstanceOf(UnknownOutcomeException.class);
    }

    @Test
    void tooManyRequestsAreRefusedWithAPlainText() {
        replyToWrites(429, "Too many requests, please try again later.");
        assertThatThrownBy(this::create)
                .isNotInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining("is overloaded");
    }

    @Test
    void aWriteWhoseConnectionBreaksIsNotSentAgain() throws IOException {
        assertThat(store.read(TIMEOUT)).isEqualTo(TaggedBytes.ABSENT);
        replyToWrites(0, "");
        assertThatThrownBy(this::create).isInstanceOf(UnknownOutcomeException.class);
        assertThat(server.received()).hasSize(2);
    }

    @Test
    void aPageThatIsNotFoundIsNoMissingSecret() {
        server.replyInstead(request -> new Reply(404, "not found".getBytes(UTF_8)));
        assertThatThrownBy(() -> store.read(TIMEOUT)).hasMessageContaining("not as an API server does");
    }

    @Test
    void aServerThatRefusesConnectionsIsNamed() {
        server.kill();
        assertThatThrownBy(this::create)
                .isNotInstanceOf(UnknownOutcomeException.class)
                .hasMessageEndingWith("refuses connections");
    }

    @Test
    void aContentThatIsTooLargeIsNotSent() {
        assertThatThrownBy(() -> store.compareAndSet(NOTHING, new byte[1024 * 1024 + 1], TIMEOUT))
                .isNotInstanceOf(UnknownOutcomeException.class)
                .hasMessage("the registry has 1048577 bytes; a Secret holds at most 1048576");
        assertThat(server.received()).isEmpty();
    }

    @Test
    void aSecretOfSomebodyElseIsNotTakenForARegistry() {
        server.createForeign("locks.app");
        assertThatThrownBy(() -> store.read(TIMEOUT))
                .hasMessage("the Secret locks.app was not written by Peerlock; choose another name");
    }

    @Test
    void aNewTokenIsUsedFromTheNextCallOn() throws IOException {
        assertThat(create()).isTrue();
        Files.writeString(directory.resolve("token"), "secret2");
        assertThat(store.read(TIMEOUT).content()).isEqualTo(CONTENT);
        assertThat(server.received())
                .extracting(ApiServer.Received::authorization)
                .containsExactly("Bearer secret1", "Bearer secret2");
        assertThat(store.describe()).doesNotContain("secret1").contains("Secret locks.app in namespace apps");
    }

    @Test
    void aMissingTokenIsNamedAndNothingIsSent() throws IOException {
        Files.delete(directory.resolve("token"));
        assertThatThrownBy(this::create)
                .isNotInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining("the token of the service account cannot be read from");
        assertThat(server.received()).isEmpty();
    }

    @Test
    void theVersionOfKubernetesIsAskedForAndNeedNotBeTold() throws IOException {
        assertThat(store.durability(TIMEOUT).settings()).containsEntry("version", "unknown");
        server.replyInstead(request -> request.path().equals("/version")
                ? new Reply(200, "{\"gitVersion\":\"v1.34.0\"}".getBytes(UTF_8))
                : null);
        assertThat(store.durability(TIMEOUT).settings()).containsEntry("version", "v1.34.0");
        assertThat(store.durability(TIMEOUT).verdict()).contains("does not tell how");
    }
}
