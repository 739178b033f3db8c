package org.peerlock.cli.resident;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.cli.Eventually.LONG;
import static org.peerlock.cli.Eventually.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.Grant;
import org.peerlock.Inspection;
import org.peerlock.LockUse;
import org.peerlock.Peerlock;
import org.peerlock.cli.client.ClientGrant;
import org.peerlock.cli.client.ClusterClient;
import org.peerlock.cli.client.ClusterClients;
import org.peerlock.cli.client.ClusterOptions;
import org.peerlock.cli.client.JoinOptions;
import org.peerlock.cli.client.LockRequest;
import org.peerlock.cli.client.ResidentClient;
import org.peerlock.cli.client.ResidentFiles;
import org.peerlock.cli.run.RunCommand;
import org.peerlock.cli.terminal.CommandException;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A resident node, from the point of view of its clients. */
class NodeServerTest {

    @TempDir
    Path directory;

    private ResidentFiles residentFiles;
    private NodeServer server;
    private int port;
    private ClusterClient clusterClient;

    @BeforeEach
    void start() throws Exception {
        ClusterOptions options = CommandLine.populateCommand(new ClusterOptions(), "--registry", directory.toString());
        residentFiles = new ResidentFiles(directory);
        server = new NodeServer(
                ClusterClients.join(ClusterClients.builder(options, new JoinOptions(), "resident")), residentFiles);
        port = server.listenAt(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null);
        clusterClient = ClusterClients.open(options, new JoinOptions(), "not needed");
    }

    @AfterEach
    void stop() {
        clusterClient.close();
        server.close();
    }

    @Test
    void aLockIsAcquiredAndReleasedThroughTheNode() throws InterruptedException {
        assertThat(clusterClient).isInstanceOf(ResidentClient.class);
        ClientGrant first = clusterClient
                .acquire(LockRequest.exclusive("a/b c", "me"), LONG)
                .orElseThrow();
        assertThat(clusterClient.acquire(LockRequest.shared("a/b c", "you"), Duration.ZERO))
                .isEmpty();
        Inspection seen = clusterClient.inspect("a/b c");
        assertThat(seen.holders()).singleElement().satisfies(holder -> {
            assertThat(holder.label()).isEqualTo("me");
            assertThat(holder.fence()).isEqualTo(first.fence());
            assertThat(holder.peer().label()).isEqualTo("resident");
            assertThat(holder.peer().here()).isFalse();
        });
        first.close();
        first.close();
        ClientGrant second = clusterClient
                .acquire(LockRequest.exclusive("a/b c", "you"), LONG)
                .orElseThrow();
        assertThat(second.fence()).isGreaterThan(first.fence());
        second.close();
        assertThat(clusterClient.locks()).extracting(LockUse::lock).contains("a/b c");
        assertThat(clusterClient.members()).singleElement().satisfies(member -> {
            assertThat(member.peer().here()).isFalse();
            assertThat(member.version()).isEqualTo(Peerlock.version());
        });
    }

    @Test
    void readersShareAndPermitsAreCounted() throws InterruptedException {
        try (ClientGrant one =
                        clusterClient.acquire(LockRequest.shared("s", ""), LONG).orElseThrow();
                ClientGrant two =
                        clusterClient.acquire(LockRequest.shared("s", ""), LONG).orElseThrow()) {
            assertThat(two.fence()).isEqualTo(one.fence());
        }
        try (ClientGrant both =
                clusterClient.acquire(LockRequest.permits("p", 2, 3, ""), LONG).orElseThrow()) {
            assertThat(clusterClient.acquire(LockRequest.permits("p", 2, 3, ""), Duration.ZERO))
                    .isEmpty();
            assertThat(both.lost().toCompletableFuture()).isNotDone();
        }
    }

    @Test
    void aTimeoutOfWeeksIsPossible() throws InterruptedException {
        clusterClient
                .acquire(LockRequest.exclusive("x", ""), Duration.ofDays(30))
                .orElseThrow()
                .close();
    }

    @Test
    void aNameIsForOneKindOfLock() throws InterruptedException {
        try (ClientGrant clientGrant =
                clusterClient.acquire(LockRequest.exclusive("x", ""), LONG).orElseThrow()) {
            assertThat(clientGrant.fence()).isPositive();
            assertThatThrownBy(() -> clusterClient.acquire(LockRequest.permits("x", 1, 3, ""), LONG))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThatThrownBy(() -> clusterClient.acquire(LockRequest.exclusive("", ""), LONG))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aLockIsReleasedWhenItsConnectionEnds() throws Exception {
        try (SocketChannel connection = SocketChannel.open(residentFiles.address())) {
            assertThat(exchange(connection, "POST /v1/acquire HTTP/1.1", "{\"lock\":\"x\",\"lease\":\"connection\"}"))
                    .startsWith("HTTP/1.1 200 OK");
            assertThat(clusterClient.acquire(LockRequest.exclusive("x", ""), Duration.ZERO))
                    .isEmpty();
        }
        clusterClient
                .acquire(LockRequest.exclusive("x", ""), LONG)
                .orElseThrow()
                .close();
    }

    /** The JDK's client does not let a test set the header Connection. */
    private String exchange(SocketChannel connection, String head, String body) throws IOException {
        connection.write(ByteBuffer.wrap((head + "\r\nHost: node\r\nAuthorization: " + bearer() + "\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII)));
        ByteBuffer answer = ByteBuffer.allocate(1000);
        connection.read(answer);
        return new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII);
    }

    @Test
    void aClientThatEndsStopsWaiting() throws Exception {
        ClientGrant clientGrant =
                clusterClient.acquire(LockRequest.exclusive("x", ""), LONG).orElseThrow();
        CompletableFuture<String> outcome = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            try {
                outcome.complete("" + clusterClient.acquire(LockRequest.exclusive("x", "waiter"), LONG));
            } catch (InterruptedException e) {
                outcome.complete("interrupted");
            }
        });
        waiter.start();
        await(() -> clusterClient.inspect("x").waiters().size() == 1);
        waiter.interrupt();
        assertThat(outcome.get(60, SECONDS)).isEqualTo("interrupted");
        await(() -> clusterClient.inspect("x").waiters().isEmpty());
        clientGrant.close();
        clusterClient
                .acquire(LockRequest.exclusive("x", ""), LONG)
                .orElseThrow()
                .close();
    }

    @Test
    void aHolderLearnsThatTheNodeHasEnded() throws Exception {
        ClientGrant clientGrant =
                clusterClient.acquire(LockRequest.exclusive("x", ""), LONG).orElseThrow();
        server.stop();
        assertThat(clientGrant.lost().toCompletableFuture().get(60, SECONDS))
                .isEqualTo("the resident node has ended; it held the lock for this process");
        assertThatThrownBy(clientGrant::close)
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("lock 'x'")
                .hasMessageContaining("was lost: the resident node has ended");
        assertThatThrownBy(() -> clusterClient.members()).hasMessageContaining("cannot be used: ");
    }

    @Test
    void aWaiterLearnsThatTheNodeLeaves() throws Exception {
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        ClientGrant other =
                clusterClient.acquire(LockRequest.exclusive("y", ""), LONG).orElseThrow();
        Thread waiter = new Thread(() -> {
            try {
                clusterClient.acquire(LockRequest.exclusive("y", "waiter"), LONG);
            } catch (InterruptedException | RuntimeException e) {
                outcome.complete(e);
            }
        });
        waiter.start();
        await(() -> clusterClient.inspect("y").waiters().size() == 1);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);
        assertThat(outcome.get(60, SECONDS))
                .isInstanceOf(CommandException.class)
                .hasMessageStartingWith("this node is leaving its cluster");
        other.close();
        closing.get(60, SECONDS);
    }

    @Test
    void aCommandThatWaitsGoesOnWithoutTheNode() throws Exception {
        ClusterOptions options = CommandLine.populateCommand(new ClusterOptions(), "--registry", directory.toString());
        CompletableFuture<Integer> exit;
        try (Peerlock other = ClusterClients.join(ClusterClients.builder(options, new JoinOptions(), "other"));
                Grant held = other.readWriteLock("z").writeLock().acquire()) {
            assertThat(held.isValid()).isTrue();
            exit = CompletableFuture.supplyAsync(() -> new CommandLine(new RunCommand())
                    .execute("z", "--label", "waiter", "--registry", directory.toString(), "--", "true"));
            await(() -> clusterClient.inspect("z").waiters().size() == 1);
            server.stop();
            await(() -> other.inspect("z").waiters().stream()
                    .anyMatch(waiter -> waiter.peer().label().equals("waiter")));
        }
        assertThat(exit.get(60, SECONDS)).isZero();
    }

    @Test
    void theNodeOfAnotherClusterIsNotUsed() {
        ClusterOptions others = CommandLine.populateCommand(
                new ClusterOptions(), "--cluster", "other", "--registry", directory.toString());
        assertThatThrownBy(() -> ClusterClients.open(others, new JoinOptions(), "not needed"))
                .isInstanceOf(CommandException.class)
                .hasMessage(
                        "the directory belongs to cluster 'default', not to 'other'; give each cluster its own directory"
                                + " with --registry, or use --cluster default");
    }

    @Test
    void aLeaseKeepsALockWithoutAConnectionUntilItEnds() throws Exception {
        JsonNode granted = json(post("/v1/acquire", "{\"lock\":\"x\",\"lease\":\"1h\"}"));
        String reference = "{\"grant\":" + granted.get("grant") + "}";
        assertThat(granted.get("lease").asInt()).isEqualTo(3600);
        assertThat(json(post("/v1/renew", reference)).get("held").asBoolean()).isTrue();
        assertThat(json(get("/v1/grants/" + granted.get("grant").asString()))
                        .get("remaining")
                        .asDouble())
                .isPositive();
        assertThat(post("/v1/release", reference).statusCode()).isEqualTo(200);
        assertThat(post("/v1/release", reference).statusCode()).isEqualTo(410);

        JsonNode brief = json(post("/v1/acquire", "{\"lock\":\"x\",\"lease\":\"100ms\"}"));
        HttpResponse<String> ended = get("/v1/grants/" + brief.get("grant").asString() + "?wait=1m");
        assertThat(ended.statusCode()).isEqualTo(410);
        clusterClient
                .acquire(LockRequest.exclusive("x", ""), LONG)
                .orElseThrow()
                .close();
    }

    @Test
    void aTimeoutIsAConflict() throws Exception {
        ClientGrant clientGrant =
                clusterClient.acquire(LockRequest.exclusive("x", ""), LONG).orElseThrow();
        HttpResponse<String> answer = post("/v1/acquire", "{\"lock\":\"x\",\"wait\":\"10ms\",\"lease\":\"1m\"}");
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(json(answer).get("error").asString()).isEqualTo("the lock was not acquired in time");
        clientGrant.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET  | /v1/nothing | | 404 | there is nothing at /v1/nothing
            GET  | /v2 | | 404 | there is nothing at /v2
            GET  | /v1/acquire | | 405 | /v1/acquire is for POST
            POST | /v1/members | {} | 405 | /v1/members is for GET
            POST | /v1/acquire | { | 400 | the request is malformed
            POST | /v1/acquire | null | 400 | the request is null
            POST | /v1/acquire | {} | 400 | "lock" is missing
            POST | /v1/acquire | {"lock":"x","timeout":"1s"} | 400 | unknown field "timeout"
            POST | /v1/acquire | {"lock":"x","mode":"any","lease":"1m"} | 400 | there is no mode 'any'
            POST | /v1/acquire | {"lock":"x","mode":"permits"} | 400 | "of" is missing
            POST | /v1/acquire | {"lock":"x","mode":"permits","permits":4,"of":3} | 400 | cannot acquire 4 of 3
            POST | /v1/acquire | {"lock":"x","wait":"soon"} | 400 | is not a duration
            POST | /v1/acquire | {"lock":"x","lease":"soon"} | 400 | is not a duration
            POST | /v1/acquire | {"lock":"x","wait":"0"} | 400 | "lease" is missing: say how long to hold the lock
            POST | /v1/acquire | {"lock":"x","lease":"1ms"} | 400 | a lease is from 100ms to 24h
            POST | /v1/renew | {"grant":"1"} | 410 | there is no grant '1'
            GET  | /v1/grants/1 | | 410 | there is no grant '1'
            """)
    void aWrongRequestIsRefused(String method, String path, String body, int status, String error) throws Exception {
        HttpResponse<String> answer = send(request(path).method(method, text(Optional.ofNullable(body))));
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(json(answer).get("error").asString()).contains(error);
    }

    @Test
    void aFenceIsText() throws Exception {
        String body = post("/v1/acquire", "{\"lock\":\"x\",\"lease\":\"1m\"}").body();
        assertThat(body).containsPattern("\"fence\":\"\\d+\"");
        assertThat(get("/v1/locks/x").body()).containsPattern("\"fence\":\"\\d+\"");
    }

    @Test
    void aLockThatIsHeldByItsConnectionNeedsOneThatStaysOpen() throws Exception {
        try (SocketChannel connection = SocketChannel.open(residentFiles.address())) {
            assertThat(exchange(
                            connection,
                            "POST /v1/acquire HTTP/1.1\r\nConnection: close",
                            "{\"lock\":\"x\",\"lease\":\"connection\"}"))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("needs a connection that stays open");
        }
        assertThat(clusterClient.inspect("x").holders()).isEmpty();
    }

    @Test
    void aRequestThatIsTooLongIsRefused() throws Exception {
        HttpResponse<String> answer = post("/v1/acquire", "x".repeat(100_000));
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(json(answer).get("hint").asString()).isEqualTo("send at most 65536 bytes");
    }

    @Test
    void clientsNeedTheTokenAndMustNotBeBrowsers() throws Exception {
        HttpRequest.Builder stranger = HttpRequest.newBuilder(uri("/v1"));
        assertThat(send(stranger).statusCode()).isEqualTo(401);
        HttpResponse<String> wrong = send(stranger.header("Authorization", "Bearer " + "0".repeat(64)));
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(wrong.body())
                .as("what anybody may know")
                .contains("Authorization: Bearer TOKEN")
                .doesNotContain(directory.toString());
        assertThat(send(request("/v1").header("Origin", "http://example.org")).statusCode())
                .isEqualTo(403);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(residentFiles.token())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(residentFiles.socket())))
                .isEqualTo("rw-------");
    }

    @Test
    void theNodeDescribesItself() throws Exception {
        JsonNode hello = json(get("/v1"));
        assertThat(hello.get("protocol").asInt()).isEqualTo(1);
        assertThat(hello.get("version").asString()).isEqualTo(Peerlock.version());
        assertThat(hello.get("cluster").asString()).isEqualTo("default");
        assertThat(hello.get("node").asString())
                .isEqualTo(clusterClient.members().get(0).peer().id());
    }

    @Test
    void thereIsOneResidentNode() throws IOException {
        try (SingleInstanceLock singleInstanceLock = SingleInstanceLock.acquire(residentFiles)) {
            assertThatThrownBy(() -> SingleInstanceLock.acquire(singleInstanceLock.residentFiles()))
                    .isInstanceOf(CommandException.class)
                    .hasMessageStartingWith("a resident node is running at " + residentFiles.socket() + " already");
        }
        SingleInstanceLock.acquire(residentFiles).close();
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private String bearer() throws IOException {
        return "Bearer " + Files.readString(residentFiles.token()).strip();
    }

    private HttpRequest.Builder request(String path) throws IOException {
        return HttpRequest.newBuilder(uri(path)).header("Authorization", bearer());
    }

    private static HttpRequest.BodyPublisher text(Optional<String> body) {
        return body.map(HttpRequest.BodyPublishers::ofString).orElse(HttpRequest.BodyPublishers.noBody());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(request(path));
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return send(request(path).POST(text(Optional.of(body))));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.timeout(LONG).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }
}
