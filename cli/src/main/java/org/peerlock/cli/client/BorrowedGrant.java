package org.peerlock.cli.client;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import tools.jackson.core.JacksonException;

/**
 * A lock that a resident node holds for this process. This class polls the node. Each response says how long the node will hold
 * the lock at least. If no response comes within that time, the lock counts as lost: the node may be stopped, and another process
 * may hold the lock.
 */
final class BorrowedGrant implements ClientGrant {

    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

    /** The node gets at least this long to respond, even if the time is up: this process may have been stopped, not the node. */
    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(200);

    private static final int GONE = 410;

    private final ResidentClient residentClient;
    private final HttpConnection httpConnection;
    private final Protocol.AcquireResponse acquireResponse;
    private final CompletableFuture<String> lost = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    /** The node holds the lock at least until then, by {@link System#nanoTime}. */
    private long heldUntilNanos;

    BorrowedGrant(
            ResidentClient residentClient, HttpConnection httpConnection, Protocol.AcquireResponse acquireResponse) {
        this.residentClient = residentClient;
        this.httpConnection = httpConnection;
        this.acquireResponse = acquireResponse;
    }

    @Override
    public long fence() {
        return acquireResponse.fence();
    }

    @Override
    public CompletionStage<String> lost() {
        return lost.minimalCompletionStage();
    }

    /**
     * Asks the node once, and starts a thread that polls it from then on.
     *
     * @throws IOException if the node does not respond, or has lost the lock already
     */
    void startPolling() throws IOException, InterruptedException {
        poll(Duration.ZERO, ResidentClient.REQUEST_TIMEOUT);
        if (lost.isDone()) {
            throw new IOException(lost.join());
        }
        Thread poller = new Thread(this::pollUntilLost, "peerlock-polls-" + acquireResponse.lock());
        poller.setDaemon(true);
        poller.start();
    }

    private void pollUntilLost() {
        try {
            while (!lost.isDone()) {
                Duration left = Duration.ofNanos(heldUntilNanos - System.nanoTime());
                Duration timeout = min(
                        SHORTEST_TIMEOUT.compareTo(left) > 0 ? SHORTEST_TIMEOUT : left, ResidentClient.REQUEST_TIMEOUT);
                poll(min(POLL_INTERVAL, timeout.dividedBy(2)), timeout);
            }
        } catch (IOException | JacksonException e) {
            markLost(e.getMessage() + "; it held the lock for this process");
        } catch (InterruptedException e) {
            markLost("its poller was interrupted");
        }
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** The remaining time counts from before the request: the response may have been under way for long. */
    private void poll(Duration wait, Duration timeout) throws IOException, InterruptedException {
        long askedNanos = System.nanoTime();
        HttpConnection.Response response =
                httpConnection.get(ResidentClient.grantStatePath(acquireResponse.grant(), wait), timeout);
        if (!response.ok()) {
            markLost(response.as(Protocol.ErrorResponse.class).error());
            return;
        }
        Protocol.GrantState grantState = response.as(Protocol.GrantState.class);
        if (grantState.lost() != null) {
            markLost(grantState.lost());
        }
        heldUntilNanos = askedNanos + grantState.remaining().toNanos();
    }

    private void markLost(String reason) {
        if (!closed.get()) {
            lost.complete(reason);
        }
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        residentClient.forget(this);
        try (httpConnection) { // closing it releases the lock in any case
            if (lost.isDone()) {
                throw lockLost(lost.join());
            }
            release();
        } catch (IOException e) {
            throw lockLost(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void release() throws IOException, InterruptedException {
        HttpConnection.Response response = residentClient.release(acquireResponse.grant());
        if (response.status() == GONE) {
            throw lockLost(ResidentClient.sentence(response.as(Protocol.ErrorResponse.class)));
        }
    }

    private CommandException lockLost(String reason) {
        return new CommandException(
                Exit.LOST,
                "lock '" + acquireResponse.lock() + "', held with fence " + acquireResponse.fence() + ", was lost: "
                        + reason);
    }

    /** Releases the lock without waiting for a response. */
    void closeConnection() {
        closed.set(true);
        httpConnection.close();
    }
}
