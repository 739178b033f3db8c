package org.peerlock.internal.transport;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Logs problems with incoming data, at most one line of each kind in ten seconds, so that a sender
 * cannot flood the log. The next line says how many were left out.
 */
final class WarningLimiter {

    enum Kind {
        OTHER_USER,
        UNPROVEN,
        OTHER_VERSION,
        REFUSED,
        NOT_OURS,
        UNREADABLE,
        NO_HELLO,
        TOO_MANY,
        TOO_SLOW,
        TOO_LARGE,
        BAD_ADDRESS
    }

    private static final long PAUSE = TimeUnit.SECONDS.toNanos(10);
    private static final int LONGEST = 500;

    /** Characters that would end a line or change how it looks. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    /** When a kind was last logged, and how often it happened since. */
    private static final class Last {
        private final long at;
        private long leftOut;

        Last(long at) {
            this.at = at;
        }
    }

    private final Logger log;
    private final LongSupplier nanoTime;
    private final Map<Kind, Last> lasts = new EnumMap<>(Kind.class);

    WarningLimiter(Logger log, LongSupplier nanoTime) {
        this.log = log;
        this.nanoTime = nanoTime;
    }

    void say(Kind kind, String line) {
        long now = nanoTime.getAsLong();
        Last last = lasts.get(kind);
        if (last != null && now - last.at < PAUSE) {
            last.leftOut++;
            return;
        }
        lasts.put(kind, new Last(now));
        log.warn("{}{}", printable(line), leftOut(last));
    }

    private static String leftOut(@Nullable Last last) {
        return last == null || last.leftOut == 0
                ? ""
                : " (" + last.leftOut + " more like this since the last such line)";
    }

    /** The text, or its beginning, as one printable line. */
    static String printable(String text) {
        String beginning = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
        return UNPRINTABLE.matcher(beginning).replaceAll("?");
    }
}
