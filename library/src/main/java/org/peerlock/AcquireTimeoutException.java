package org.peerlock;

/**
 * The lock did not become free within the timeout. The request was withdrawn, and will never be
 * granted.
 *
 * <p>Thrown by the {@code acquire}, {@code run} and {@code call} methods with a timeout, and by
 * {@link Peerlock#acquireAll}. The {@code try} methods return an empty result instead.
 */
public final class AcquireTimeoutException extends PeerlockException {

    private static final long serialVersionUID = 1;

    AcquireTimeoutException(String message) {
        super(message);
    }
}
