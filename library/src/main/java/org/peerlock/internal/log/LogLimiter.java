package org.peerlock.internal.log;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets at most one line of each kind be logged in a minute, so that a cause that repeats cannot
 * flood the log. The next line says how many were left out. Thread-safe.
 *
 * @param <K> the kinds of lines
 */
public final class LogLimiter<K extends Enum<K>> {

    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** When a kind was last logged, and how often it happened since. */
    private static final class Last {
        private final long at;
        private long leftOut;

        Last(long at) {
            this.at = at;
        }
    }

    private final LongSupplier nanoTime;
    private final Map<K, Last> lasts;

    public LogLimiter(Class<K> kinds, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        lasts = new EnumMap<>(kinds);
    }

    /**
     * Calls the logger, unless a line of this kind was logged less than a minute ago.
     *
     * @param logger gets the end of its line: how many were left out since the last one, or an
     *     empty text
     */
    public void log(K kind, Consumer<String> logger) {
        String end = admit(kind);
        if (end != null) {
            logger.accept(end); // outside the monitor: an appender may block
        }
    }

    /** Returns the end of the line; null if this one is left out. */
    private synchronized @Nullable String admit(K kind) {
        long now = nanoTime.getAsLong();
        Last last = lasts.get(kind);
        if (last != null && now - last.at < PAUSE_NANOS) {
            last.leftOut++;
            return null;
        }
        lasts.put(kind, new Last(now));
        return last == null || last.leftOut == 0
                ? ""
                : " (" + last.leftOut + " more like this since the last such line)";
    }
}
