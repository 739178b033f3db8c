package org.peerlock.internal.transport;

import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.handler.codec.CorruptedFrameException;

/**
 * What whoever dials says first.
 *
 * @param from who it is
 * @param to whom it means: no other life of a node may take what is meant for this one
 */
record HandshakeRequest(String cluster, Incarnation from, Incarnation to) {

    /** Changes whenever nodes of two versions could misunderstand each other. */
    static final int VERSION = 1;

    /** Tells our protocol from all others: no version ever changes that, nor that its own number comes next. */
    private static final int MAGIC = 0x504C434B;

    void write(ByteBuf out) {
        WireFormat.writeInt(out.writeInt(MAGIC), VERSION);
        WireFormat.writeString(out, cluster);
        WireFormat.writeIncarnation(out, from);
        WireFormat.writeIncarnation(out, to);
    }

    /** Which version the other speaks. Only if it is {@link #VERSION} can the rest be {@link #read}. */
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
