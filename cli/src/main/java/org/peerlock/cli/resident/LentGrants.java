package org.peerlock.cli.resident;

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
import org.peerlock.LockLossReason;
import org.peerlock.LockLostException;

/**
 * All locks that are held for clients. To be used on the server's loop only.
 *
 * <p>One that was lost stays until its client has heard of it by giving it back, or its connection or lease has ended.
 */
final class LentGrants {

    /** So that a client that never gives back does not use up the memory. */
    static final int MOST = 10_000;

    private static final int ID_BYTES = 8;

    private final EventLoop loop;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, LentGrant> all = new HashMap<>();

    LentGrants(EventLoop loop) {
        this.loop = loop;
    }

    void requireRoom() {
        if (all.size() >= MOST) {
            throw new ApiException(
                    HttpResponseStatus.TOO_MANY_REQUESTS,
                    MOST + " locks are held through this node, and more cannot be",
                    "release some");
        }
    }

    /** @param connection with which it ends, unless it has a lease */
    LentGrant add(Grant grant, Channel connection, @Nullable Duration lease) {
        LentGrant lentGrant = new LentGrant(id(), grant, lease == null ? connection : null, lease);
        all.put(lentGrant.id, lentGrant);
        renew(lentGrant);
        var unused = grant.lost().thenAccept(reason -> loop.execute(() -> markLost(lentGrant, reason)));
        return lentGrant;
    }

    /** Of another node before this one, nobody has had the same: a client of before must not meet another's grant. */
    private String id() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private void markLost(LentGrant lentGrant, LockLossReason reason) {
        if (all.containsKey(lentGrant.id)) {
            lentGrant.markLost(reason.description());
        }
    }

    LentGrant get(@Nullable String id) {
        LentGrant lentGrant = all.get(id);
        if (lentGrant == null) {
            throw gone(id);
        }
        return lentGrant;
    }

    private static ApiException gone(@Nullable String id) {
        return new ApiException(
                HttpResponseStatus.GONE,
                "there is no grant '" + id + "' any more",
                "it was released, or its connection or its lease has ended: acquire anew");
    }

    void renew(LentGrant lentGrant) {
        if (lentGrant.lease != null) {
            lentGrant.scheduleExpiry(
                    loop.schedule(() -> end(lentGrant), lentGrant.lease.toMillis(), TimeUnit.MILLISECONDS));
        }
    }

    /** @throws ApiException if it was lost before */
    void release(LentGrant lentGrant) {
        String reason = lentGrant.lossReason();
        if (!end(lentGrant) || reason != null) {
            throw lost(lentGrant, reason);
        }
    }

    static ApiException lost(LentGrant lentGrant, @Nullable String reason) {
        return new ApiException(
                HttpResponseStatus.GONE,
                "lock '" + lentGrant.grant.lock() + "' was lost: " + (reason == null ? "its time was over" : reason),
                "another may have it by now: stop, and acquire anew");
    }

    void endAllOf(Channel connection) {
        List.copyOf(all.values()).stream()
                .filter(lentGrant -> connection.equals(lentGrant.connection))
                .forEach(this::end);
    }

    /** Gives it back; whether it was still held. */
    boolean end(LentGrant lentGrant) {
        all.remove(lentGrant.id);
        lentGrant.cancelExpiry();
        lentGrant.notifyWatchers(gone(lentGrant.id).response());
        return tryRelease(lentGrant.grant);
    }

    static boolean tryRelease(Grant grant) {
        try {
            grant.close();
            return true;
        } catch (LockLostException e) {
            return false;
        }
    }
}
