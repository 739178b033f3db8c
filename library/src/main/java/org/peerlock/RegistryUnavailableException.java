package org.peerlock;

/**
 * This process has no lease, or is not a member of its cluster, and therefore cannot grant locks.
 * Most often the registry cannot be read or written.
 *
 * <p>Thrown by {@code join}, and by the {@code acquire} methods with a timeout, when the timeout
 * ends. The process keeps trying in the background, so a later call may succeed.
 */
public final class RegistryUnavailableException extends PeerlockException {

    private static final long serialVersionUID = 1;

    RegistryUnavailableException(String message) {
        super(message);
    }
}
