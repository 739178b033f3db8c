package org.peerlock.cli.node;

import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.peerlock.Grant;
import org.peerlock.cli.access.Protocol;

/** A lock that is held for a client. To be used on the server's loop only. */
final class Loan {

    final String id;
    final Grant grant;
    /** The connection with which it ends; null if it has a lease. */
    final @Nullable Channel connection;
    /** How long it lasts without being renewed; null if it ends with its connection. */
    final @Nullable Duration lease;

    private final List<CompletableFuture<Answer>> watchers = new ArrayList<>();
    private @Nullable Future<?> end;
    private @Nullable String lost;

    Loan(String id, Grant grant, @Nullable Channel connection, @Nullable Duration lease) {
        this.id = id;
        this.grant = grant;
        this.connection = connection;
        this.lease = lease;
    }

    Protocol.Granted granted() {
        return new Protocol.Granted(id, grant.lock(), grant.fence(), lease);
    }

    Answer state() {
        Duration remaining = lost == null ? grant.remaining() : Duration.ZERO;
        return Answer.ok(new Protocol.State(id, grant.lock(), lost == null, remaining, lost));
    }

    @Nullable String lost() {
        return lost;
    }

    void lose(String reason) {
        lost = reason;
        tell(state());
    }

    /** Completes it when the grant is lost or ends, if it is not complete before. */
    void watch(CompletableFuture<Answer> watcher) {
        watchers.removeIf(CompletableFuture::isDone);
        watchers.add(watcher);
    }

    void tell(Answer answer) {
        watchers.forEach(watcher -> watcher.complete(answer));
        watchers.clear();
    }

    /** From now on it ends by this, and not by what was to end it before. */
    void endBy(Future<?> planned) {
        stop();
        end = planned;
    }

    void stop() {
        if (end != null) {
            end.cancel(false);
        }
    }
}
