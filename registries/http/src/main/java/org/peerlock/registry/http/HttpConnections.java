package org.peerlock.registry.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.peerlock.registry.Deadline;

/**
 * Sends requests with the JDK's client. Each request ends within its time limit, is sent at most
 * once, and if it fails, it is known whether it was sent. Thread-safe.
 */
public final class HttpConnections implements AutoCloseable {

    private final TlsFiles tlsFiles;
    private final Map<OneTimeBody, CompletableFuture<?>> underWay = new ConcurrentHashMap<>();
    private TlsFiles.@Nullable Stamp stamp;
    private @Nullable HttpClient client;
    private volatile boolean closed;

    /**
     * Opens no connection yet.
     *
     * @param tlsFiles for the connections by {@code https}
     */
    public HttpConnections(TlsFiles tlsFiles) {
        this.tlsFiles = tlsFiles;
    }

    /**
     * Sends a request and waits for the whole reply.
     *
     * @param connecting when the request must have been sent; it is given up otherwise
     * @param deadline when the reply must be there
     */
    public Reply send(Request request, Deadline connecting, Deadline deadline) throws RequestFailedException {
        String server = address(request.uri());
        OneTimeBody body = new OneTimeBody(request.body());
        CompletableFuture<HttpResponse<byte[]>> pending;
        try {
            pending = client().sendAsync(toHttp(request, body), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new RequestFailedException(server + " was not asked: " + e.getMessage(), false, e);
        } catch (IllegalArgumentException e) {
            // The JDK's message repeats the header, which may be a secret, so it is no cause here.
            throw new RequestFailedException(server + " was not asked: a header has illegal characters", false, null);
        }
        underWay.put(body, pending);
        try {
            if (closed) {
                throw new CancellationException();
            }
            HttpResponse<byte[]> reply = await(pending, body, connecting, deadline);
            return new Reply(reply.statusCode(), reply.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(server + " was not waited for: the thread was interrupted", body, e);
        } catch (CancellationException e) {
            throw failed(server + " was not waited for: the store was closed", body, null);
        } catch (TimeoutException e) {
            throw failed(server + " does not answer in time", body, e);
        } catch (ExecutionException e) {
            String reason = closed ? "was not waited for: the store was closed" : reason(e.getCause());
            throw failed(server + " " + reason, body, e.getCause());
        } finally {
            pending.cancel(true);
            underWay.remove(body);
        }
    }

    private static <T> T await(CompletableFuture<T> pending, OneTimeBody body, Deadline connecting, Deadline deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return get(pending, connecting);
        } catch (TimeoutException e) {
            if (body.revoke()) {
                throw e;
            }
            return get(pending, deadline);
        }
    }

    private static <T> T get(CompletableFuture<T> pending, Deadline deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        return pending.get(deadline.leftNanos(), TimeUnit.NANOSECONDS);
    }

    /** The body is revoked, so that what was not sent by now never is. */
    private static RequestFailedException failed(String message, OneTimeBody body, @Nullable Throwable cause) {
        return new RequestFailedException(message, !body.revoke(), cause);
    }

    private static HttpRequest toHttp(Request request, OneTimeBody body) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(request.uri());
        request.headers().forEach(builder::setHeader);
        return request.body().length == 0
                ? builder.method(request.method(), HttpRequest.BodyPublishers.noBody())
                        .build()
                : builder.method(request.method(), body).build();
    }

    /** A client with the TLS files as they are now. */
    private synchronized HttpClient client() throws IOException {
        if (closed) {
            throw new IOException("the store is closed");
        }
        TlsFiles.Stamp now = tlsFiles.stamp();
        HttpClient current = client;
        if (current == null || !now.equals(stamp)) {
            current = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .proxy(HttpClient.Builder.NO_PROXY)
                    .sslContext(tlsFiles.context())
                    .build();
            client = current;
            stamp = now;
        }
        return current;
    }

    private static String address(URI uri) {
        return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    }

    /** The rest of a sentence that begins with the address of the server. */
    private static String reason(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
                return "is unknown: no such host";
            } else if (cause instanceof SSLException) {
                return "is not trusted, or does not trust this client: " + cause.getMessage();
            }
        }
        if (failure instanceof ConnectException) {
            return "refuses connections";
        }
        return "broke the connection" + (failure == null ? "" : ": " + failure.getMessage());
    }

    /**
     * Ends the calls that are under way. The JDK's client closes its connections when nobody uses it
     * any more.
     */
    @Override
    public synchronized void close() {
        closed = true;
        client = null;
        underWay.values().forEach(pending -> pending.cancel(true));
    }
}
