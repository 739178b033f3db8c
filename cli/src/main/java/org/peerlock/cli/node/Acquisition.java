package org.peerlock.cli.node;

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
import org.peerlock.cli.access.OwnMember;

/** A client's wish for a lock, until it has the lock or does not want it any more. */
final class Acquisition {

    private final EventLoop loop;
    private final Loans loans;
    private final Troubles troubles;
    private final CompletableFuture<Grant> asked;
    private final Channel connection;
    private final @Nullable Duration lease;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();

    Acquisition(
            EventLoop loop,
            Loans loans,
            Troubles troubles,
            CompletableFuture<Grant> asked,
            Channel connection,
            @Nullable Duration lease) {
        this.loop = loop;
        this.loans = loans;
        this.troubles = troubles;
        this.asked = asked;
        this.connection = connection;
        this.lease = lease;
    }

    /** @param patience empty to wait for ever; zero to have it only if it is free, which takes a moment to find out */
    CompletableFuture<Answer> begin(Optional<Duration> patience) {
        patience.ifPresent(given -> {
            Duration time = given.isZero() ? OwnMember.GLANCE : given;
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
            answer.completeExceptionally(failure instanceof CancellationException ? tooLate() : reason(failure));
        } else if (answer.isDone()) {
            Loans.giveBack(grant);
        } else {
            lend(grant);
        }
    }

    private void lend(Grant grant) {
        Loan loan = loans.add(grant, connection, lease);
        try {
            answer.complete(Answer.ok(loan.granted()));
        } catch (LockLostException e) {
            loans.end(loan);
            answer.completeExceptionally(unavailable(String.valueOf(e.getMessage())));
        }
    }

    private Refusal tooLate() {
        String trouble = troubles.present();
        return trouble == null
                ? new Refusal(
                        HttpResponseStatus.CONFLICT,
                        "not acquired in time",
                        "others have the lock, or have waited longer: ask again, or give more time by \"wait\"")
                : unavailable(trouble);
    }

    /** Others use the name for another kind of lock; or the node has left. */
    private @Nullable Throwable reason(@Nullable Throwable failure) {
        String trouble = troubles.present();
        if (trouble != null) {
            return unavailable(trouble);
        }
        return failure instanceof IllegalStateException refused
                ? new Refusal(
                        HttpResponseStatus.UNPROCESSABLE_ENTITY,
                        String.valueOf(refused.getMessage()),
                        "use one kind and size everywhere, or another name")
                : failure;
    }

    private static Refusal unavailable(String reason) {
        return new Refusal(
                HttpResponseStatus.SERVICE_UNAVAILABLE, reason, "docs/USING.md says under Troubleshooting what to do");
    }
}
