package org.peerlock.registry.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.registry.Durability;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.UnknownOutcomeException;
import org.peerlock.registry.testkit.ServerProgram;

/** Servers that reply what a real etcd replies only rarely. */
class EtcdOutcomesTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final String HEADER = "\"header\": {\"cluster_id\": \"1\", \"revision\": \"7\"}";
    private static final String BREAK = "";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<HttpServer> servers = new ArrayList<>();
    private final List<RegistryStore> stores = new ArrayList<>();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final Map<String, String> replies = new ConcurrentHashMap<>();

    @BeforeEach
    void replyAsEtcdDoes() {
        replies.put("/v3/maintenance/status", "{" + HEADER + ", \"version\": \"3.5.1\"}");
        replies.put("/v3/kv/range", "{" + HEADER + "}");
        replies.put("/v3/kv/txn", "{" + HEADER + ", \"succeeded\": true}");
    }

    @AfterEach
    void stop() {
        stores.forEach(RegistryStore::close);
        servers.forEach(server -> server.stop(0));
        threads.shutdownNow();
    }

    /** A server that gives the {@link #replies} with status 200, and errors with status 500. */
    private String start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        int number = servers.size();
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            exchange.getRequestBody().readAllBytes();
            received.add(number + path);
            String reply = replies.getOrDefault(number + path, replies.getOrDefault(path, BREAK));
            if (!reply.equals(BREAK)) {
                byte[] bytes = reply.getBytes(UTF_8);
                exchange.sendResponseHeaders(reply.contains("\"error\"") ? 500 : 200, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
            exchange.close();
        });
        server.start();
        servers.add(server);
        return hosts(number);
    }

    private RegistryStore open(String hosts) {
        RegistryStore store = new EtcdRegistryStoreProvider(Map.of()).open("etcd://" + hosts + "/locks", "app");
        stores.add(store);
        return store;
    }

    private static boolean write(RegistryStore store) throws IOException {
        return store.compareAndSet(TaggedBytes.ABSENT.tag(), new byte[] {1}, TIMEOUT);
    }

    private static String error(String text) {
        return "{\"error\": \"" + text + "\", \"code\": 14, \"message\": \"" + text + "\"}";
    }

    private long count(String request) {
        return received.stream().filter(request::equals).count();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "etcdserver: request timed out",
                "etcdserver: request timed out, possibly due to previous leader failure",
                "etcdserver: request timed out, possibly due to connection lost",
                "etcdserver: leader changed",
                "etcdserver: mvcc: database space exceeded",
                "etcdserver: server stopped",
                "context deadline exceeded",
                "transport is closing",
                "an error of the future"
            })
    void afterADoubtfulErrorTheOutcomeIsUnknown(String text) throws IOException {
        replies.put("/v3/kv/txn", error(text));
        assertThatThrownBy(() -> write(open(start() + "," + start())))
                .isInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining(text);
        assertThat(count("0/v3/kv/txn") + count("1/v3/kv/txn")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "etcdserver: request is too large",
                "etcdserver: permission denied",
                "etcdserver: user name is empty",
                "etcdserver: corrupt cluster"
            })
    void afterARefusalOfTheClusterNothingWasWritten(String text) throws IOException {
        replies.put("/v3/kv/txn", error(text));
        assertThatThrownBy(() -> write(open(start() + "," + start())))
                .isNotInstanceOf(UnknownOutcomeException.class)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(text);
        assertThat(count("0/v3/kv/txn") + count("1/v3/kv/txn")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "etcdserver: no leader",
                "etcdserver: too many requests",
                "etcdserver: rpc not supported for learner"
            })
    void whatOneMemberRefusesAnotherMemberDoes(String text) throws IOException {
        replies.put("0/v3/kv/txn", error(text));
        assertThat(write(open(start() + "," + start()))).isTrue();
        assertThatThrownBy(() -> write(open(hosts(0))))
                .isNotInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining(text);
    }

    private String hosts(int number) {
        return "127.0.0.1:" + servers.get(number).getAddress().getPort();
    }

    @Test
    void credentialsThatEtcdDoesNotLookAtAreMentioned() throws IOException {
        replies.put("/v3/auth/authenticate", error("etcdserver: authentication is not enabled"));
        replies.put("/v3/cluster/member/list", "{" + HEADER + ", \"members\": [{\"ID\": \"1\"}]}");
        Durability durability = open("ann:secret@" + start()).durability(TIMEOUT);
        assertThat(durability.settings()).containsEntry("authentication", "off");
        assertThat(durability.verdict())
                .contains("The user and the password that were given protect nothing", "etcdctl auth enable")
                .doesNotContain("secret");
        Durability withoutUser = open(start()).durability(TIMEOUT);
        assertThat(withoutUser.settings()).doesNotContainKey("authentication");
        assertThat(withoutUser.verdict()).doesNotContain("authentication");
    }

    @Test
    void aWriteWhoseConnectionBreaksIsNotSentAgain() throws IOException {
        RegistryStore store = open(start() + "," + start());
        assertThat(store.read(TIMEOUT)).isEqualTo(TaggedBytes.ABSENT);
        replies.put("/v3/kv/txn", BREAK);
        assertThatThrownBy(() -> write(store)).isInstanceOf(UnknownOutcomeException.class);
        assertThat(count("0/v3/kv/txn")).isEqualTo(1);
        assertThat(count("1/v3/kv/txn")).isZero();
    }

    @Test
    void theNextCallAsksAnotherMemberAfterAnUnknownOutcome() throws IOException {
        replies.put("0/v3/kv/txn", BREAK);
        RegistryStore store = open(start() + "," + start());
        assertThatThrownBy(() -> write(store)).isInstanceOf(UnknownOutcomeException.class);
        assertThat(write(store)).isTrue();
        assertThat(count("1/v3/kv/txn")).isEqualTo(1);
    }

    @Test
    void aReadWhoseConnectionBreaksGoesOnWithTheNextMember() throws IOException {
        replies.put("0/v3/kv/range", BREAK);
        RegistryStore store = open(start() + "," + start());
        assertThat(store.read(TIMEOUT)).isEqualTo(TaggedBytes.ABSENT);
        assertThat(store.read(TIMEOUT)).isEqualTo(TaggedBytes.ABSENT);
        assertThat(count("1/v3/kv/range"))
                .as("it stays with the member that works")
                .isEqualTo(2);
    }

    @Test
    void aWriteGoesOnWithTheNextMemberIfTheFirstRefusesConnections() throws IOException {
        String nobody = "127.0.0.1:" + ServerProgram.freePort();
        assertThat(write(open(nobody + "," + start()))).isTrue();
        Throwable failure = catchThrowable(() -> write(open(nobody)));
        assertThat(failure)
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(UnknownOutcomeException.class)
                .hasMessage(nobody + " refuses connections");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>sign in</html>", "{}", "{\"succeeded\": true}", "{\"succeeded\": tr"})
    void aReplyThatIsNotOfEtcdIsNoSuccess(String reply) throws IOException {
        replies.put("/v3/kv/txn", reply);
        assertThatThrownBy(() -> write(open(start())))
                .isInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining("as etcd 3.4 or newer does");
    }

    @Test
    void aServerThatIsNoEtcdGetsNoWrite() throws IOException {
        replies.put("/v3/maintenance/status", "<html>sign in</html>");
        assertThatThrownBy(() -> write(open(start())))
                .isNotInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining("as etcd 3.4 or newer does");
        assertThat(count("0/v3/kv/txn")).isZero();
    }

    @Test
    void aMemberThatCannotServeIsNamedAtTheFirstContact() throws IOException {
        assertStatus("\"version\": \"3.3.27\"", "is not etcd 3.4 or newer, but '3.3.27'");
        assertStatus("\"version\": \"3.4.1\", \"isLearner\": true", "is a learner of etcd; name members that vote");
        assertStatus(
                "\"version\": \"3.4.1\", \"errors\": [\"memberID:1 alarm:NOSPACE \"]",
                "the database of etcd is full (alarm NOSPACE)");
        assertStatus(
                "\"version\": \"4.0.0\", \"errors\": [\"memberID:1 alarm:CORRUPT \"]", "is corrupt (alarm CORRUPT)");
        assertThat(received).doesNotContain("0/v3/kv/txn");
    }

    private void assertStatus(String fields, String sentence) throws IOException {
        replies.put("/v3/maintenance/status", "{" + HEADER + ", " + fields + "}");
        assertThatThrownBy(() -> write(open(start())))
                .isNotInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void aTagThatEtcdNeverGaveIsTheTagOfNoContent() throws IOException {
        assertThat(open(start()).compareAndSet("7", new byte[] {1}, TIMEOUT)).isFalse();
        assertThat(received).isEmpty();
    }

    @Test
    void aValueOfAnotherProgramIsNotTakenForARegistry() throws IOException {
        String value = EtcdServers.base64("something else");
        replies.put(
                "/v3/kv/range", "{" + HEADER + ", \"kvs\": [{\"mod_revision\": \"5\", \"value\": \"" + value + "\"}]}");
        assertThatThrownBy(() -> open(start()).read(TIMEOUT))
                .hasMessage("the key locks/app of etcd was not written by Peerlock; choose another prefix");
    }
}
