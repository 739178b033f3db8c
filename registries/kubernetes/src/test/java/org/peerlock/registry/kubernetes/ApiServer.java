package org.peerlock.registry.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.peerlock.registry.http.Json;
import org.peerlock.registry.http.Reply;
import org.peerlock.registry.testkit.ServerProgram;

/**
 * Serves the Secrets of one namespace as an API server of Kubernetes does: a {@code PUT} without a
 * {@code resourceVersion} replaces any content, a {@code PUT} with an old one is a conflict, and a
 * {@code POST} creates.
 */
final class ApiServer implements AutoCloseable {

    /** A request as it was received. */
    record Received(String method, String path, String authorization, Json body) {}

    private record Secret(String uid, long resourceVersion, String data, String owner) {}

    static final String NAMESPACE = "apps";
    private static final String PATH = "/api/v1/namespaces/" + NAMESPACE + "/secrets";
    private static final String OWNER_LABEL = "app.kubernetes.io/managed-by";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Secret> secrets = new HashMap<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private long resourceVersion = 100;
    private HttpServer server;
    /** Replies instead of the API server, unless it returns null. */
    private volatile Function<Received, Reply> instead = request -> null;

    ApiServer() throws IOException {
        server = start(ServerProgram.freePort());
    }

    private HttpServer start(int port) throws IOException {
        HttpServer started = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        started.setExecutor(threads);
        started.createContext("/", this::handle);
        started.start();
        return started;
    }

    /** Its connections break. */
    void kill() {
        server.stop(0);
    }

    /** It serves again, with its data. */
    void restart() throws IOException {
        server = start(server.getAddress().getPort());
    }

    InetSocketAddress address() {
        return new InetSocketAddress(
                InetAddress.getLoopbackAddress(), server.getAddress().getPort());
    }

    List<Received> received() {
        return received;
    }

    void replyInstead(Function<Received, Reply> replies) {
        instead = replies;
    }

    synchronized void delete(String name) {
        secrets.remove(name);
    }

    /** A Secret that somebody else has made. */
    synchronized void createForeign(String name) {
        secrets.put(name, new Secret(UUID.randomUUID().toString(), ++resourceVersion, "", "somebody"));
    }

    static Reply status(int code, String reason) {
        return new Reply(
                code,
                Json.write(
                        Map.of("kind", "Status", "apiVersion", "v1", "reason", reason, "message", "it is " + reason)));
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        Received request = new Received(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
                Json.parse(body.length == 0 ? "{}".getBytes(UTF_8) : body));
        received.add(request);
        Reply own = instead.apply(request);
        Reply reply = own == null ? serve(request) : own;
        if (reply.status() > 0) {
            exchange.sendResponseHeaders(reply.status(), reply.body().length);
            exchange.getResponseBody().write(reply.body());
        }
        exchange.close();
    }

    private synchronized Reply serve(Received request) {
        if (!request.path().startsWith(PATH)) {
            return status(404, "NotFound");
        }
        Json body = request.body();
        String name = request.method().equals("POST")
                ? body.text("metadata", "name")
                : request.path().substring(PATH.length() + 1);
        Secret current = secrets.get(name);
        if (request.method().equals("POST")) {
            return current == null ? put(201, name, UUID.randomUUID().toString(), body) : status(409, "AlreadyExists");
        } else if (current == null) {
            return status(404, "NotFound");
        } else if (request.method().equals("GET")) {
            return reply(200, name, current);
        }
        String expected = body.text("metadata", "resourceVersion");
        String uid = body.text("metadata", "uid");
        boolean conflict = (!expected.isEmpty() && !expected.equals(String.valueOf(current.resourceVersion)))
                || (!uid.isEmpty() && !uid.equals(current.uid));
        return conflict ? status(409, "Conflict") : put(200, name, current.uid, body);
    }

    private Reply put(int status, String name, String uid, Json body) {
        Secret written = new Secret(
                uid, ++resourceVersion, body.text("data", "registry"), body.text("metadata", "labels", OWNER_LABEL));
        secrets.put(name, written);
        return reply(status, name, written);
    }

    private static Reply reply(int status, String name, Secret secret) {
        Map<String, ?> metadata = Map.of(
                "name",
                name,
                "namespace",
                NAMESPACE,
                "uid",
                secret.uid,
                "resourceVersion",
                String.valueOf(secret.resourceVersion),
                "labels",
                Map.of(OWNER_LABEL, secret.owner));
        return new Reply(
                status,
                Json.write(Map.of(
                        "kind",
                        "Secret",
                        "apiVersion",
                        "v1",
                        "metadata",
                        metadata,
                        "data",
                        Map.of("registry", secret.data))));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
