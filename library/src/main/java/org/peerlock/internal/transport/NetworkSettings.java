package org.peerlock.internal.transport;

/**
 * Where a node listens, where the others reach it, and how its connections are protected.
 *
 * @param advertisedHost the name or address at which the others reach this node
 * @param advertisedPort the port there; 0 if it is the one at which the node listens
 */
public record NetworkSettings(
        ListenAddress listen, String advertisedHost, int advertisedPort, TransportSecurity security) {

    /** Any port of the loopback interface, for nodes of one machine. */
    public static final NetworkSettings LOOPBACK =
            new NetworkSettings(ListenAddress.LOOPBACK, ListenAddress.LOOPBACK.host(), 0, PlainText.ON_LOOPBACK);
}
