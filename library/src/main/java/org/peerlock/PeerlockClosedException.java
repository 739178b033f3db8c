package org.peerlock;

/**
 * This process has left the cluster, or is leaving: {@link Peerlock#close} was called, or the JVM
 * is shutting down.
 *
 * <p>Every call that needs the cluster throws it from then on, and so does every call that is
 * waiting for a lock at that moment. Join again to go on.
 */
public final class PeerlockClosedException extends PeerlockException {

    private static final long serialVersionUID = 1;

    PeerlockClosedException(String message) {
        super(message);
    }
}
