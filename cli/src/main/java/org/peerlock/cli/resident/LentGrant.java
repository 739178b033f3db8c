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

/** A lock that is held for a client. To be used on the server's loop only. */
final class LentGrant {

    final String id;
    final Grant grant;
    /** The connection with which it ends; null if it has a lease. */
    final @Nullable Channel connection;
    /** How long it lasts without being renewed; null if it ends with its connection. */
    final @Nullable Duration lease;

    private final List<CompletableFuture<ApiResponse>> watchers = new ArrayList<>();
    private @Nullable Future<?> expiry;
    private @Nullable String lossReason;

    LentGrant(String id, Grant grant, @Nullable Channel connection, @Nullable Duration lease) {
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

    /** Completes it when the grant is lost or ends, if it is not complete before. */
    void watch(CompletableFuture<ApiResponse> watcher) {
        watchers.removeIf(CompletableFuture::isDone);
        watchers.add(watcher);
    }

    void notifyWatchers(ApiResponse apiResponse) {
        watchers.forEach(watcher -> watcher.complete(apiResponse));
        watchers.clear();
    }

    /** From now on it ends by this, and not by what was to end it before. */
    void scheduleExpiry(Future<?> planned) {
        cancelExpiry();
        expiry = planned;
    }

    void cancelExpiry() {
        if (expiry != null) {
            expiry.cancel(false);
        }
    }
}
