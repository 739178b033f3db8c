package org.peerlock;

/** The lock did not become free in time. The request was withdrawn, and will never be granted. */
public final class AcquireTimeoutException extends PeerlockException {

    private static final long serialVersionUID = 1;

    AcquireTimeoutException(String message) {
        super(message);
    }
}
