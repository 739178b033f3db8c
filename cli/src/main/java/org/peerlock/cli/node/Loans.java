package org.peerlock.cli.node;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.peerlock.Grant;
import org.peerlock.LockLostException;
import org.peerlock.brain.Loss;

/**
 * All locks that are held for clients. To be used on the server's loop only.
 *
 * <p>One that was lost stays until its client has heard of it by giving it back, or its connection or lease has ended.
 */
final class Loans {

    /** So that a client that never gives back does not use up the memory. */
    static final int MOST = 10_000;

    private static final int ID_BYTES = 8;

    private final EventLoop loop;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Loan> all = new HashMap<>();

    Loans(EventLoop loop) {
        this.loop = loop;
    }

    void requireRoom() {
        if (all.size() >= MOST) {
            throw new Refusal(
                    HttpResponseStatus.TOO_MANY_REQUESTS,
                    MOST + " locks are held through this node, and more cannot be",
                    "release some");
        }
    }

    /** @param connection with which it ends, unless it has a lease */
    Loan add(Grant grant, Channel connection, @Nullable Duration lease) {
        Loan loan = new Loan(id(), grant, lease == null ? connection : null, lease);
        all.put(loan.id, loan);
        renew(loan);
        var unused = grant.lost().thenAccept(reason -> loop.execute(() -> lose(loan, reason)));
        return loan;
    }

    /** Of another node before this one, nobody has had the same: a client of before must not meet another's grant. */
    private String id() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private void lose(Loan loan, Loss reason) {
        if (all.containsKey(loan.id)) {
            loan.lose(reason.sentence());
        }
    }

    Loan get(@Nullable String id) {
        Loan loan = all.get(id);
        if (loan == null) {
            throw gone(id);
        }
        return loan;
    }

    private static Refusal gone(@Nullable String id) {
        return new Refusal(
                HttpResponseStatus.GONE,
                "there is no grant '" + id + "' any more",
                "it was released, or its connection or its lease has ended: acquire anew");
    }

    void renew(Loan loan) {
        if (loan.lease != null) {
            loan.endBy(loop.schedule(() -> end(loan), loan.lease.toMillis(), TimeUnit.MILLISECONDS));
        }
    }

    /** @throws Refusal if it was lost before */
    void release(Loan loan) {
        String reason = loan.lost();
        if (!end(loan) || reason != null) {
            throw lost(loan, reason);
        }
    }

    static Refusal lost(Loan loan, @Nullable String reason) {
        return new Refusal(
                HttpResponseStatus.GONE,
                "lock '" + loan.grant.lock() + "' was lost: " + (reason == null ? "its time was over" : reason),
                "another may have it by now: stop, and acquire anew");
    }

    void endAllOf(Channel connection) {
        List.copyOf(all.values()).stream()
                .filter(loan -> connection.equals(loan.connection))
                .forEach(this::end);
    }

    /** Gives it back; whether it was still held. */
    boolean end(Loan loan) {
        all.remove(loan.id);
        loan.stop();
        loan.tell(gone(loan.id).answer());
        return giveBack(loan.grant);
    }

    static boolean giveBack(Grant grant) {
        try {
            grant.close();
            return true;
        } catch (LockLostException e) {
            return false;
        }
    }
}
