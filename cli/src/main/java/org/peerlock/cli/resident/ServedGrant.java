package org.peerlock.cli.resident;

import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.peerlock.Grant;
import org.peerlock.cli.client.Protocol;

/** A lock that this node holds for a client. Used on the server's event loop only. */
final class ServedGrant {

    final String id;
    final Grant grant;
    /** The connection whose end releases it; null if it has a lease. */
    final @Nullable Channel connection;
    /** How long it is held without a renewal; null if it is held as long as its connection is open. */
    final @Nullable Duration lease;

    private final List<CompletableFuture<ApiResponse>> watchers = new ArrayList<>();
    private @Nullable Future<?> expiry;
    private @Nullable String lossReason;

    ServedGrant(String id, Grant grant, @Nullable Channel connection, @Nullable Duration lease) {
        this.id = id;
        this.grant = grant;
        this.connection = connection;
        this.lease = lease;
    }

    Protocol.AcquireResponse acquireResponse() {
        return new Protocol.AcquireResponse(id, grant.lock(), grant.fence(), lease);
    }

    ApiResponse state() {
        Duration remaining = lossReason == null ? grant.remaining() : Duration.ZERO;
        return ApiResponse.ok(new Protocol.GrantState(id, grant.lock(), lossReason == null, remaining, lossReason));
    }

    @Nullable String lossReason() {
        return lossReason;
    }

    void markLost(String reason) {
        lossReason = reason;
        notifyWatchers(state());
    }

    /** Completes the future when the grant is lost or ends. */
    void watch(CompletableFuture<ApiResponse> watcher) {
        watchers.removeIf(CompletableFuture::isDone);
        watchers.add(watcher);
    }

    void notifyWatchers(ApiResponse apiResponse) {
        watchers.forEach(watcher -> watcher.complete(apiResponse));
        watchers.clear();
    }

    /** Replaces the task that ends it. */
    void scheduleExpiry(Future<?> task) {
        cancelExpiry();
        expiry = task;
    }

    void cancelExpiry() {
        if (expiry != null) {
            expiry.cancel(false);
        }
    }
}
