package org.peerlock.registry;

import java.io.IOException;

/**
 * A write was sent, and no answer came: it may have happened, may still happen, or never. It happens once at most, and only
 * while the version that it names is there: once another write has taken effect, it cannot any more.
 */
public class UnknownOutcomeException extends IOException {

    private static final long serialVersionUID = 1;

    /** For a write that was not answered; the message tells a reader which. */
    public UnknownOutcomeException(String message) {
        super(message);
    }

    /** For a write that failed half-way; the message tells a reader which. */
    public UnknownOutcomeException(String message, Throwable cause) {
        super(message, cause);
    }
}
