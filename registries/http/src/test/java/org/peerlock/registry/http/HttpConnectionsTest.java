package org.peerlock.registry.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.registry.Deadline;

/** With {@code jdk.httpclient.enableAllMethodRetry}, which makes the JDK's client repeat requests. */
class HttpConnectionsTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(300);

    private final HttpConnections connections = new HttpConnections(TlsFiles.NONE);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/reply", exchange -> {
            receive(exchange);
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.createContext("/break", exchange -> {
            receive(exchange);
            exchange.close();
        });
        server.createContext("/silence", exchange -> {
            receive(exchange);
            await(end);
        });
        server.start();
    }

    @AfterEach
    void stop() {
        end.countDown();
        connections.close();
        server.stop(0);
        threads.shutdownNow();
    }

    private void receive(HttpExchange exchange) throws IOException {
        received.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Reply send(String url, String body, Duration limit) throws RequestFailedException {
        Deadline deadline = Deadline.in(limit);
        Request request = new Request("POST", URI.create(url), Map.of(), body.getBytes(UTF_8));
        return connections.send(request, deadline, deadline);
    }

    private String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private RequestFailedException failure(String url, String body, Duration limit) {
        return catchThrowableOfType(RequestFailedException.class, () -> send(url, body, limit));
    }

    @Test
    void aRequestToAServerThatRefusesConnectionsWasNotSent() {
        server.stop(0);
        RequestFailedException failure = failure(url("/reply"), "a", LONG);
        assertThat(failure).hasMessageEndingWith("refuses connections");
        assertThat(failure.sent()).isFalse();
    }

    @Test
    void aRequestToAnUnknownHostWasNotSent() {
        RequestFailedException failure = failure("http://no-such-host.invalid:1/", "a", LONG);
        assertThat(failure).hasMessage("no-such-host.invalid:1 is unknown: no such host");
        assertThat(failure.sent()).isFalse();
    }

    /** The server accepts the connection, and says nothing in the handshake of TLS. */
    @Test
    void aRequestWhoseConnectionWasNotReadyInTimeIsNeverSent() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            RequestFailedException failure = failure("https://127.0.0.1:" + silent.getLocalPort(), "a", SHORT);
            assertThat(failure).hasMessageEndingWith("does not answer in time");
            assertThat(failure.sent()).isFalse();
        }
    }

    @Test
    void aRequestWithoutAReplyMayHaveBeenDone() {
        RequestFailedException failure = failure(url("/silence"), "a", SHORT);
        assertThat(failure).hasMessageEndingWith("does not answer in time");
        assertThat(failure.sent()).isTrue();
    }

    @Test
    void aRequestIsNotSentAgainWhenItsConnectionBreaks() throws Exception {
        assertThat(send(url("/reply"), "first", LONG).status()).isEqualTo(200);
        RequestFailedException failure = failure(url("/break"), "second", LONG);
        assertThat(failure).hasMessageContaining("broke the connection");
        assertThat(failure.sent()).isTrue();
        assertThat(send(url("/reply"), "third", LONG).status()).isEqualTo(200);
        received.removeIf(String::isEmpty); // a request that was begun again, and got no body
        assertThat(received).containsExactly("first", "second", "third");
    }

    @Test
    void aHeaderThatCannotBeSentIsNotRepeated() {
        Deadline deadline = Deadline.in(LONG);
        Request request = new Request("POST", URI.create(url("/reply")), Map.of("Token", "sec\nret"), new byte[] {1});
        RequestFailedException failure =
                catchThrowableOfType(RequestFailedException.class, () -> connections.send(request, deadline, deadline));
        assertThat(failure)
                .hasMessageEndingWith("a header has illegal characters")
                .hasNoCause();
        assertThat(failure.sent()).isFalse();
    }

    @Test
    void closingEndsTheCallsThatAreUnderWay() throws Exception {
        CompletableFuture<RequestFailedException> failure =
                CompletableFuture.supplyAsync(() -> failure(url("/silence"), "a", LONG), threads);
        while (received.isEmpty()) {
            Thread.onSpinWait();
        }
        connections.close();
        assertThat(failure.get()).hasMessageEndingWith("the store was closed");
        assertThat(failure.get().sent()).isTrue();
        RequestFailedException later = failure(url("/reply"), "b", LONG);
        assertThat(later).hasMessageEndingWith("the store is closed");
        assertThat(later.sent()).isFalse();
    }

    @Test
    void anInterruptEndsACall() throws Exception {
        CompletableFuture<RequestFailedException> failure = new CompletableFuture<>();
        Thread caller = new Thread(() -> failure.complete(failure(url("/silence"), "a", LONG)));
        caller.start();
        while (received.isEmpty()) {
            Thread.onSpinWait();
        }
        caller.interrupt();
        assertThat(failure.get()).hasMessageEndingWith("the thread was interrupted");
        assertThat(failure.get().sent()).isTrue();
    }
}
