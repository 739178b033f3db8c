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

/** A client's request for a lock, until it is granted, refused or withdrawn. */
final class Acquisition {

    private final EventLoop loop;
    private final ServedGrants grants;
    private final NodeAvailability nodeAvailability;
    private final CompletableFuture<Grant> request;
    private final Channel connection;
    private final @Nullable Duration lease;
    private final CompletableFuture<ApiResponse> answer = new CompletableFuture<>();

    Acquisition(
            EventLoop loop,
            ServedGrants grants,
            NodeAvailability nodeAvailability,
            CompletableFuture<Grant> request,
            Channel connection,
            @Nullable Duration lease) {
        this.loop = loop;
        this.grants = grants;
        this.nodeAvailability = nodeAvailability;
        this.request = request;
        this.connection = connection;
        this.lease = lease;
    }

    /** @param timeout empty to wait for ever; zero to acquire the lock only if it is free, which takes a moment to find out */
    CompletableFuture<ApiResponse> start(Optional<Duration> timeout) {
        timeout.ifPresent(given -> {
            Duration time = given.isZero() ? MemberClient.TRY_LOCK_TIMEOUT : given;
            var timer = loop.schedule(() -> request.cancel(false), time.toMillis(), TimeUnit.MILLISECONDS);
            var unused = request.whenComplete((grant, failure) -> timer.cancel(false));
        });
        withdrawWithAnswer();
        var unused = request.whenComplete((grant, failure) -> loop.execute(() -> finish(grant, failure)));
        return answer;
    }

    /** The end of the connection cancels the answer. */
    private void withdrawWithAnswer() {
        var unused = answer.whenComplete((any, failure) -> withdraw());
    }

    void withdraw() {
        request.cancel(false);
    }

    private void finish(@Nullable Grant grant, @Nullable Throwable failure) {
        if (grant == null) {
            answer.completeExceptionally(failure instanceof CancellationException ? timedOut() : reason(failure));
        } else if (answer.isDone()) {
            ServedGrants.tryRelease(grant);
        } else {
            serve(grant);
        }
    }

    private void serve(Grant grant) {
        ServedGrant served = grants.add(grant, connection, lease);
        try {
            answer.complete(ApiResponse.ok(served.acquireResponse()));
        } catch (LockLostException e) {
            grants.end(served);
            answer.completeExceptionally(unavailable(String.valueOf(e.getMessage())));
        }
    }

    private ApiException timedOut() {
        String problem = nodeAvailability.unavailableReason();
        return problem == null
                ? new ApiException(
                        HttpResponseStatus.CONFLICT,
                        "the lock was not acquired in time",
                        "try again, or give a longer \"wait\"")
                : unavailable(problem);
    }

    private @Nullable Throwable reason(@Nullable Throwable failure) {
        String problem = nodeAvailability.unavailableReason();
        if (problem != null) {
            return unavailable(problem);
        }
        return failure instanceof LockRefusedException refused
                ? new ApiException(
                        HttpResponseStatus.UNPROCESSABLE_ENTITY,
                        String.valueOf(refused.getMessage()),
                        "use the same kind and number of permits everywhere, or another name")
                : failure;
    }

    private static ApiException unavailable(String reason) {
        return new ApiException(
                HttpResponseStatus.SERVICE_UNAVAILABLE, reason, "see Troubleshooting in docs/OPERATIONS.md");
    }
}
