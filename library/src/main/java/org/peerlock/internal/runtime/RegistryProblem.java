package org.peerlock.internal.runtime;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Remembers whether the registry can be used, and logs it: a line when a problem begins, one every
 * minute while it lasts, and one when it has ended. Operations count separately, because on a full
 * disk reads succeed between the writes that fail. A failed write counts until a write succeeds,
 * or until this node has nothing to write: then nobody knows whether it could, and it does not
 * matter.
 *
 * <p>Only {@link #reason} is thread-safe; the loop calls the rest.
 */
final class RegistryProblem {

    enum Operation {
        READ("read"),
        /** To rely on what was read. */
        USE("used"),
        WRITE("written");

        private final String participle;

        Operation(String participle) {
            this.participle = participle;
        }
    }

    private static final long REMINDER_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier clock;
    private final Logger log;
    private final String keepsLocks;
    private final Consumer<@Nullable String> listener;
    /** The operations that failed the last time. */
    private final Map<Operation, String> failures = new EnumMap<>(Operation.class);

    private volatile @Nullable String reason;
    private long since;
    private long loggedAt;

    /**
     * @param clock in nanoseconds
     * @param keepsLocks for how long this process keeps its locks meanwhile
     * @param listener is called with the reason when a problem begins, and with null when it has
     *     ended
     */
    RegistryProblem(LongSupplier clock, Logger log, String keepsLocks, Consumer<@Nullable String> listener) {
        this.clock = clock;
        this.log = log;
        this.keepsLocks = keepsLocks;
        this.listener = listener;
    }

    /** Why the registry cannot be used, if so; for any thread. */
    Optional<String> reason() {
        return Optional.ofNullable(reason);
    }

    void onFailure(Operation operation, String failure) {
        long now = clock.getAsLong();
        boolean begins = failures.isEmpty();
        failures.put(operation, failure);
        reason = failure;
        if (begins) {
            since = now;
            loggedAt = now;
            log.warn(
                    "The registry cannot be {}: {}. This process keeps its locks {}, and keeps trying",
                    operation.participle,
                    failure,
                    keepsLocks);
            listener.accept(failure);
        } else if (now - loggedAt >= REMINDER_NANOS) {
            loggedAt = now;
            log.warn(
                    "The registry still cannot be {}, after {} s: {}",
                    operation.participle,
                    TimeUnit.NANOSECONDS.toSeconds(now - since),
                    failure);
        }
    }

    void onSuccess(Operation operation) {
        if (endsWithout(operation)) {
            log.info("The registry can be {} again, after {} ms", operation.participle, millis());
            listener.accept(null);
        }
    }

    /** The registry was read, and there is nothing to write. */
    void onNothingToWrite() {
        if (endsWithout(Operation.WRITE)) {
            log.info(
                    "The registry can be read, and this process has nothing to write there any more; a write failed {} ms ago",
                    millis());
            listener.accept(null);
        }
    }

    /** Forgets that an operation failed. Returns whether that was the problem. */
    private boolean endsWithout(Operation operation) {
        boolean failed = failures.remove(operation) != null;
        if (failed) {
            reason = failures.values().stream().findFirst().orElse(null);
        }
        return failed && failures.isEmpty();
    }

    private long millis() {
        return TimeUnit.NANOSECONDS.toMillis(clock.getAsLong() - since);
    }
}
