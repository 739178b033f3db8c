package org.peerlock;

/**
 * The library's own thread in this process did not respond within a lease. Thrown by the methods
 * that inspect the cluster.
 *
 * <p>Something blocks that thread: a debugger, for example, or a logger that waits.
 */
public final class NodeUnresponsiveException extends PeerlockException {

    private static final long serialVersionUID = 1;

    NodeUnresponsiveException(String message) {
        super(message);
    }
}
