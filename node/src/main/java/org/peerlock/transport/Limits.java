package org.peerlock.transport;

/**
 * How much of this node those may use who come in.
 *
 * @param strangers how many connections on which nobody has said yet who it is
 * @param accepted how many connections in all
 * @param handshakeMillis within which both ends must have said who they are
 * @param shortWay whether they may come by the {@link ShortWay}, and this node may go by it, if the machine has it
 */
record Limits(int strangers, int accepted, long handshakeMillis, boolean shortWay) {

    static final Limits NORMAL = new Limits(256, 1024, 5_000, true);

    /** Of a frame before both ends have said who they are. */
    static final int STRANGERS_FRAME = 1024;

    /** Of a frame afterwards. */
    static final int FRAME = 64 << 20;
}
