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
 * A lock that a resident node holds for this process. It is asked again and again whether it still does; each answer says for how
 * long it will at least, and if none comes within that time the lock counts as lost: the node may be stopped, and others have it.
 */
final class BorrowedGrant implements ClientGrant {

    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

    /** An answer gets so much time even if the last one has run out: this process may have stood still, not the node. */
    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(200);

    private static final int GONE = 410;

    private final ResidentClient residentClient;
    private final HttpConnection httpConnection;
    private final Protocol.AcquireResponse acquireResponse;
    private final CompletableFuture<String> lost = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    /** Until when the node holds it at least, whatever happens, on this process's clock in nanoseconds. */
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
     * Looks at it for the first time, and from then on again and again.
     *
     * @throws IOException if the node does not answer
     */
    void startPolling() throws IOException, InterruptedException {
        poll(Duration.ZERO, ResidentClient.REQUEST_TIMEOUT);
        Thread watcher = new Thread(this::pollUntilLost, "peerlock-watches-" + acquireResponse.lock());
        watcher.setDaemon(true);
        watcher.start();
    }

    /** Until it is lost or closed. */
    private void pollUntilLost() {
        try {
            while (!lost.isDone()) {
                Duration left = Duration.ofNanos(heldUntilNanos - System.nanoTime());
                Duration patience = least(
                        SHORTEST_TIMEOUT.compareTo(left) > 0 ? SHORTEST_TIMEOUT : left, ResidentClient.REQUEST_TIMEOUT);
                poll(least(POLL_INTERVAL, patience.dividedBy(2)), patience);
            }
        } catch (IOException | JacksonException e) {
            markLost(e.getMessage() + "; it held the lock for this process");
        } catch (InterruptedException e) {
            markLost("nobody watches it any more");
        }
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** What remains is counted from before the question was asked: the answer may have been under way for as long. */
    private void poll(Duration wait, Duration patience) throws IOException, InterruptedException {
        long asked = System.nanoTime();
        HttpConnection.Response response =
                httpConnection.get(ResidentClient.grantStatePath(acquireResponse.grant(), wait), patience);
        if (!response.ok()) {
            markLost(response.as(Protocol.ErrorResponse.class).error());
            return;
        }
        Protocol.GrantState grantState = response.as(Protocol.GrantState.class);
        if (grantState.lost() != null) {
            markLost(grantState.lost());
        }
        heldUntilNanos = asked + grantState.remaining().toNanos();
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
        try (httpConnection) { // the end of which gives it back in any case
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

    /** Without waiting for anything. */
    void closeConnection() {
        closed.set(true);
        httpConnection.close();
    }
}
