package org.peerlock.internal.transport;

/**
 * How much of this node those may use who come in.
 *
 * @param maxUnidentified how many connections on which nobody has said yet who it is
 * @param maxInbound how many connections in all
 * @param handshakeMillis within which both ends must have said who they are
 * @param unixSockets whether they may come by the {@link UnixSocket}, and this node may go by it, if the machine has it
 */
record ConnectionLimits(int maxUnidentified, int maxInbound, long handshakeMillis, boolean unixSockets) {

    static final ConnectionLimits NORMAL = new ConnectionLimits(256, 1024, 5_000, true);

    /** Of a frame before both ends have said who they are. */
    static final int STRANGERS_FRAME = 1024;

    /** Of a frame afterwards. */
    static final int FRAME = 64 << 20;
}
