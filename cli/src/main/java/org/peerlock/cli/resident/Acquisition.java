package org.peerlock.cli.resident;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.peerlock.Grant;
import org.peerlock.LockLostException;
import org.peerlock.LockRefusedException;
import org.peerlock.cli.client.MemberClient;

/** A client's wish for a lock, until it has the lock or does not want it any more. */
final class Acquisition {

    private final EventLoop loop;
    private final LentGrants lentGrants;
    private final NodeAvailability nodeAvailability;
    private final CompletableFuture<Grant> asked;
    private final Channel connection;
    private final @Nullable Duration lease;
    private final CompletableFuture<ApiResponse> answer = new CompletableFuture<>();

    Acquisition(
            EventLoop loop,
            LentGrants lentGrants,
            NodeAvailability nodeAvailability,
            CompletableFuture<Grant> asked,
            Channel connection,
            @Nullable Duration lease) {
        this.loop = loop;
        this.lentGrants = lentGrants;
        this.nodeAvailability = nodeAvailability;
        this.asked = asked;
        this.connection = connection;
        this.lease = lease;
    }

    /** @param patience empty to wait for ever; zero to have it only if it is free, which takes a moment to find out */
    CompletableFuture<ApiResponse> start(Optional<Duration> patience) {
        patience.ifPresent(given -> {
            Duration time = given.isZero() ? MemberClient.TRY_LOCK_TIMEOUT : given;
            var timer = loop.schedule(() -> asked.cancel(false), time.toMillis(), TimeUnit.MILLISECONDS);
            var unused = asked.whenComplete((grant, failure) -> timer.cancel(false));
        });
        withdrawWithAnswer();
        var unused = asked.whenComplete((grant, failure) -> loop.execute(() -> finish(grant, failure)));
        return answer;
    }

    /** The answer is cancelled if the connection ends while it waits. */
    private void withdrawWithAnswer() {
        var unused = answer.whenComplete((any, failure) -> withdraw());
    }

    void withdraw() {
        asked.cancel(false);
    }

    private void finish(@Nullable Grant grant, @Nullable Throwable failure) {
        if (grant == null) {
            answer.completeExceptionally(failure instanceof CancellationException ? timedOut() : reason(failure));
        } else if (answer.isDone()) {
            LentGrants.tryRelease(grant);
        } else {
            lend(grant);
        }
    }

    private void lend(Grant grant) {
        LentGrant lentGrant = lentGrants.add(grant, connection, lease);
        try {
            answer.complete(ApiResponse.ok(lentGrant.acquireResponse()));
        } catch (LockLostException e) {
            lentGrants.end(lentGrant);
            answer.completeExceptionally(unavailable(String.valueOf(e.getMessage())));
        }
    }

    private ApiException timedOut() {
        String trouble = nodeAvailability.unavailableReason();
        return trouble == null
                ? new ApiException(
                        HttpResponseStatus.CONFLICT,
                        "not acquired in time",
                        "others have the lock, or have waited longer: ask again, or give more time by \"wait\"")
                : unavailable(trouble);
    }

    /** Others use the name for another kind of lock; or the node has left. */
    private @Nullable Throwable reason(@Nullable Throwable failure) {
        String trouble = nodeAvailability.unavailableReason();
        if (trouble != null) {
            return unavailable(trouble);
        }
        return failure instanceof LockRefusedException refused
                ? new ApiException(
                        HttpResponseStatus.UNPROCESSABLE_ENTITY,
                        String.valueOf(refused.getMessage()),
                        "use one kind and size everywhere, or another name")
                : failure;
    }

    private static ApiException unavailable(String reason) {
        return new ApiException(
                HttpResponseStatus.SERVICE_UNAVAILABLE,
                reason,
                "docs/OPERATIONS.md says under Troubleshooting what to do");
    }
}
