package org.peerlock.bench.storm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.peerlock.bench.storm.StormEvent.Asked;
import org.peerlock.bench.storm.StormEvent.Checked;
import org.peerlock.bench.storm.StormEvent.GaveUp;
import org.peerlock.bench.storm.StormEvent.Granted;
import org.peerlock.bench.storm.StormEvent.Released;
import org.peerlock.bench.storm.StormEvent.Told;
import org.peerlock.bench.storm.StormEvent.Wrote;

/**
 * All that one process recorded of one request.
 *
 * <p>A grant that is valid at some moment has been valid since it was given, because a lost grant
 * stays lost. So it was <em>surely valid</em> from the moment when the request returned until the
 * last moment before a call that said so.
 *
 * <pre>
 *   asked |--------| granted    check |---| true    check |---| true    close |---| kept
 *                  [============ surely valid ============================]
 * </pre>
 */
final class GrantHistory {

    private final String process;
    private final Asked asked;
    private @Nullable Granted granted;
    private @Nullable Released released;
    private boolean gaveUp;
    private @Nullable Told told;
    private final List<Checked> checks = new ArrayList<>();
    private final List<Wrote> writes = new ArrayList<>();

    private GrantHistory(String process, Asked asked) {
        this.process = process;
        this.asked = asked;
    }

    /** The histories of all requests of a process. */
    static List<GrantHistory> of(String process, List<StormEvent> events) {
        Map<Long, GrantHistory> histories = new HashMap<>();
        for (StormEvent event : events) {
            if (event instanceof Asked request) {
                histories.put(request.request(), new GrantHistory(process, request));
            } else if (event instanceof Granted grant) {
                of(histories, grant.request()).granted = grant;
            } else if (event instanceof GaveUp end) {
                of(histories, end.request()).gaveUp = true;
            } else if (event instanceof Checked check) {
                of(histories, check.request()).checks.add(check);
            } else if (event instanceof Wrote write) {
                of(histories, write.request()).writes.add(write);
            } else if (event instanceof Released release) {
                of(histories, release.request()).released = release;
            } else if (event instanceof Told loss) {
                of(histories, loss.request()).told = loss;
            }
        }
        return List.copyOf(histories.values());
    }

    private static GrantHistory of(Map<Long, GrantHistory> histories, long request) {
        GrantHistory history = histories.get(request);
        if (history == null) {
            throw new IllegalArgumentException("request " + request + " was never made");
        }
        return history;
    }

    Asked asked() {
        return asked;
    }

    String process() {
        return process;
    }

    String lock() {
        return asked.lock();
    }

    boolean isGranted() {
        return granted != null;
    }

    /** Whether the thread has its lock or has given up, and holds nothing any more. */
    boolean isOver() {
        return gaveUp || released != null;
    }

    /** Whether the process ended while it held the lock, as far as it knew. */
    boolean diedAsHolder() {
        return granted != null && !isOver() && knownLostAt().isEmpty();
    }

    long fence() {
        return grant().fence();
    }

    long grantedBefore() {
        return grant().before();
    }

    long grantedAfter() {
        return grant().after();
    }

    private Granted grant() {
        if (granted == null) {
            throw new IllegalStateException(this + " was not granted");
        }
        return granted;
    }

    List<Wrote> writes() {
        return writes;
    }

    /** The last moment at which the grant was surely valid; empty if it never was. */
    OptionalLong validUntil() {
        long last = Long.MIN_VALUE;
        for (Checked check : checks) {
            last = check.valid() ? Math.max(last, check.before()) : last;
        }
        if (released != null && released.kept()) {
            last = Math.max(last, released.before());
        }
        return last == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(last);
    }

    /** Whether the holder ever claimed to hold the lock after a moment. */
    boolean isValidAfter(long moment) {
        return checks.stream().anyMatch(check -> check.valid() && check.before() > moment)
                || (released != null && released.kept() && released.before() > moment);
    }

    /** The first moment at which the process knew that the grant is lost; empty if it never did. */
    OptionalLong knownLostAt() {
        LongStream.Builder moments = LongStream.builder();
        checks.stream().filter(check -> !check.valid()).forEach(check -> moments.add(check.after()));
        if (told != null) {
            moments.add(told.at());
        }
        if (released != null && !released.kept()) {
            moments.add(released.after());
        }
        return moments.build().min();
    }

    /** The moment before the release that succeeded; empty if there was none. */
    OptionalLong releasedBefore() {
        return released != null && released.kept() ? OptionalLong.of(released.before()) : OptionalLong.empty();
    }

    /** Whether the release succeeded, so that the holder does not know of any loss. */
    boolean isReleasedAsKept() {
        return released != null && released.kept();
    }

    /** Why the grant was lost, as the process was told; empty if it was not told. */
    Optional<String> reason() {
        return Optional.ofNullable(told).map(Told::reason);
    }

    @Override
    public String toString() {
        return process + " #" + asked.request() + " " + asked.use() + " " + asked.lock()
                + (granted == null ? "" : " fence " + granted.fence());
    }
}
