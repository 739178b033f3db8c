package org.peerlock.internal.transport;

import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.handler.codec.CorruptedFrameException;

/**
 * The first frame of the node that dials.
 *
 * @param from the node that dials
 * @param to the node that it means: another incarnation must refuse
 */
record HandshakeRequest(String cluster, Incarnation from, Incarnation to) {

    /** Changes whenever nodes of two versions could misunderstand each other. */
    static final int VERSION = 1;

    /** Marks our protocol. This, and the version number after it, are the same in all versions. */
    private static final int MAGIC = 0x504C434B;

    void write(ByteBuf out) {
        WireFormat.writeInt(out.writeInt(MAGIC), VERSION);
        WireFormat.writeString(out, cluster);
        WireFormat.writeIncarnation(out, from);
        WireFormat.writeIncarnation(out, to);
    }

    /**
     * The version that the other end speaks. The rest can be {@link #read} only if it is
     * {@link #VERSION}.
     */
    static long readVersion(ByteBuf in) {
        WireFormat.require(in, Integer.BYTES);
        if (in.readInt() != MAGIC) {
            throw new CorruptedFrameException("it does not begin as nodes do");
        }
        return WireFormat.readLong(in);
    }

    static HandshakeRequest read(ByteBuf in) {
        HandshakeRequest handshakeRequest = new HandshakeRequest(
                WireFormat.readString(in), WireFormat.readIncarnation(in), WireFormat.readIncarnation(in));
        WireFormat.requireEnd(in);
        return handshakeRequest;
    }
}
