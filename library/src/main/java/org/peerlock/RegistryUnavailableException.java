package org.peerlock;

/**
 * The node has no lease, or is no member of its cluster, and so may grant nothing. Mostly that is because the registry cannot be
 * read or written. The node goes on trying.
 */
public final class RegistryUnavailableException extends PeerlockException {

    private static final long serialVersionUID = 1;

    RegistryUnavailableException(String message) {
        super(message);
    }
}
