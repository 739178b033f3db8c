package org.peerlock;

/**
 * The library's own thread in this process did not respond within a lease. Thrown by the methods
 * that inspect the cluster.
 *
 * <p>Something blocks that thread, most likely an {@linkplain PeerlockBuilder#executor executor}
 * that runs the application's code on the thread that calls it; or the machine is badly overloaded.
 */
public final class NodeUnresponsiveException extends PeerlockException {

    private static final long serialVersionUID = 1;

    NodeUnresponsiveException(String message) {
        super(message);
    }
}
