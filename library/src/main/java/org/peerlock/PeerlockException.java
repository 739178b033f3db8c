package org.peerlock;

/** What can go wrong with locks, as opposed to mistakes in using them. */
public abstract class PeerlockException extends RuntimeException {

    private static final long serialVersionUID = 1;

    PeerlockException(String message) {
        super(message);
    }

    PeerlockException(String message, Throwable cause) {
        super(message, cause);
    }
}
