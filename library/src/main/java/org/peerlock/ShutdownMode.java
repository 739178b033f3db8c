package org.peerlock;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What happens to the locks of this process when its JVM shuts down: after {@code SIGTERM},
 * {@code System.exit}, or the end of the last thread that is no daemon thread. See
 * {@link PeerlockBuilder#shutdown}.
 *
 * <p>All threads, daemon threads too, go on until all shutdown hooks of the process have ended;
 * then the JVM ends them wherever they are. The hook of Peerlock ends when the process has left its
 * cluster, for which it may take some seconds, at most the time of a lease, after its locks are
 * free.
 */
public enum ShutdownMode {

    /**
     * All locks are given up at once, even while their holders work, so that nobody waits for them.
     */
    LEAVE_AT_ONCE,

    /**
     * As {@link Peerlock#close()}: nothing more is granted, holders may finish within the
     * {@linkplain PeerlockBuilder#gracePeriod grace period}, and the process leaves when they have.
     * It suits a process that stops nothing itself.
     */
    DRAIN,

    /**
     * Everything goes on, and locks can still be acquired, until the application calls
     * {@link Peerlock#close()}, in a shutdown hook of its own for example. When the
     * {@linkplain PeerlockBuilder#gracePeriod grace period} ends, all locks are given up. It suits a
     * process that stops its parts in an order of its own, as Spring does.
     */
    AWAIT_CLOSE,

    /**
     * Nothing happens. If the application does not call {@link Peerlock#close()} before the JVM ends,
     * the process is taken for one that has crashed, and the others wait for its lease or for a proof of its death.
     */
    NONE;

    static ShutdownMode parse(String text) {
        return Arrays.stream(values())
                .filter(mode -> mode.text().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is none of "
                        + Arrays.stream(values()).map(ShutdownMode::text).collect(Collectors.joining(", "))));
    }

    private String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
