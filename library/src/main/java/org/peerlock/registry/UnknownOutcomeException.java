package org.peerlock.registry;

import java.io.IOException;

/**
 * A write was sent, and its outcome is unknown: it may have taken effect, may still do so, or never
 * will.
 *
 * <p>It takes effect at most once, and only while the content still has the version that the write
 * named: once another write has succeeded, this one cannot succeed any more.
 */
public class UnknownOutcomeException extends IOException {

    private static final long serialVersionUID = 1;

    /** For a write that got no reply. */
    public UnknownOutcomeException(String message) {
        super(message);
    }

    /** For a write that failed half-way. */
    public UnknownOutcomeException(String message, Throwable cause) {
        super(message, cause);
    }
}
