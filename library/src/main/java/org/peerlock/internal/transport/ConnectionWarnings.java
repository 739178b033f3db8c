package org.peerlock.internal.transport;

import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.peerlock.internal.log.LogLimiter;
import org.slf4j.Logger;

/**
 * Logs problems with incoming data. A sender can neither flood the log ({@link LogLimiter}) nor
 * forge a line.
 */
final class ConnectionWarnings {

    enum Kind {
        OTHER_USER,
        UNPROVEN,
        NO_TLS,
        OTHER_CERTIFICATE,
        OTHER_VERSION,
        REFUSED,
        NOT_OURS,
        UNREADABLE,
        NOT_PROCESSED,
        NO_HELLO,
        TOO_MANY,
        TOO_SLOW,
        TOO_LARGE,
        BAD_ADDRESS,
        NOT_ACCEPTED
    }

    private static final int LONGEST = 500;

    /** Characters that would end a line or change how it looks. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private final Logger log;
    private final LogLimiter<Kind> limiter;

    ConnectionWarnings(Logger log, LongSupplier nanoTime) {
        this.log = log;
        limiter = new LogLimiter<>(Kind.class, nanoTime);
    }

    void say(Kind kind, String line) {
        limiter.log(kind, leftOut -> log.warn("{}{}", printable(line), leftOut));
    }

    /** This node failed while it processed what came from the given place. */
    void failed(String place, Throwable cause) {
        limiter.log(
                Kind.NOT_PROCESSED,
                leftOut -> log.error(
                        "Closed the connection with {}, because this node could not process what it sent{}",
                        place,
                        leftOut,
                        cause));
    }

    /** The text, or its beginning, as one printable line. */
    static String printable(String text) {
        String beginning = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
        return UNPRINTABLE.matcher(beginning).replaceAll("?");
    }
}
