package org.peerlock;

/**
 * The superclass of everything that can go wrong at run time with a lock or with this process's
 * membership.
 *
 * <p>Mistakes of the calling code are reported by the exceptions of the JDK instead:
 * {@link IllegalArgumentException}, {@link IllegalMonitorStateException},
 * {@link IllegalStateException}.
 */
public abstract class PeerlockException extends RuntimeException {

    private static final long serialVersionUID = 1;

    PeerlockException(String message) {
        super(message);
    }

    PeerlockException(String message, Throwable cause) {
        super(message, cause);
    }
}
