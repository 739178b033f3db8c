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
 * All locks that this node holds for clients. Used on the server's event loop only.
 *
 * <p>A grant that was lost stays here until its client releases it, or its connection or lease ends. So the client learns of the
 * loss.
 */
final class ServedGrants {

    /** So that a client that never releases a lock does not use up the memory. */
    static final int LIMIT = 10_000;

    private static final int ID_BYTES = 8;

    private final EventLoop loop;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, ServedGrant> all = new HashMap<>();

    ServedGrants(EventLoop loop) {
        this.loop = loop;
    }

    void requireRoom() {
        if (all.size() >= LIMIT) {
            throw new ApiException(
                    HttpResponseStatus.TOO_MANY_REQUESTS,
                    "this node holds " + LIMIT + " locks for its clients, which is the limit",
                    "release some");
        }
    }

    /** @param connection the one whose end releases the lock, if it has no lease */
    ServedGrant add(Grant grant, Channel connection, @Nullable Duration lease) {
        ServedGrant served = new ServedGrant(id(), grant, lease == null ? connection : null, lease);
        all.put(served.id, served);
        renew(served);
        var unused = grant.lost().thenAccept(reason -> loop.execute(() -> markLost(served, reason)));
        return served;
    }

    /** Random, so that no client of an earlier resident node meets the grant of another client. */
    private String id() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private void markLost(ServedGrant served, LockLossReason reason) {
        if (all.containsKey(served.id)) {
            served.markLost(reason.description());
        }
    }

    ServedGrant get(@Nullable String id) {
        ServedGrant served = all.get(id);
        if (served == null) {
            throw gone(id);
        }
        return served;
    }

    private static ApiException gone(@Nullable String id) {
        return new ApiException(
                HttpResponseStatus.GONE,
                "there is no grant '" + id + "'",
                "it was released, or its connection or lease has ended; acquire the lock again");
    }

    void renew(ServedGrant served) {
        if (served.lease != null) {
            served.scheduleExpiry(loop.schedule(() -> end(served), served.lease.toMillis(), TimeUnit.MILLISECONDS));
        }
    }

    /** @throws ApiException if it was lost */
    void release(ServedGrant served) {
        String reason = served.lossReason();
        if (!end(served) || reason != null) {
            throw lost(served, reason);
        }
    }

    static ApiException lost(ServedGrant served, @Nullable String reason) {
        return new ApiException(
                HttpResponseStatus.GONE,
                "lock '" + served.grant.lock() + "' was lost: " + (reason == null ? "its lease has expired" : reason),
                "another process may hold it now; stop your work, and acquire the lock again");
    }

    void endAllOf(Channel connection) {
        List.copyOf(all.values()).stream()
                .filter(served -> connection.equals(served.connection))
                .forEach(this::end);
    }

    /** Releases it. Returns false if it was lost before. */
    boolean end(ServedGrant served) {
        all.remove(served.id);
        served.cancelExpiry();
        served.notifyWatchers(gone(served.id).response());
        return tryRelease(served.grant);
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
