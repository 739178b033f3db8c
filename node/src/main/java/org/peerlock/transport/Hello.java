package org.peerlock.transport;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.CorruptedFrameException;
import org.peerlock.brain.registry.Incarnation;

/**
 * What whoever dials says first.
 *
 * @param from who it is
 * @param to whom it means: no other life of a node may take what is meant for this one
 */
record Hello(String cluster, Incarnation from, Incarnation to) {

    /** Changes whenever nodes of two versions could misunderstand each other. */
    static final int VERSION = 1;

    /** Tells our protocol from all others: no version ever changes that, nor that its own number comes next. */
    private static final int MAGIC = 0x504C434B;

    void write(ByteBuf out) {
        Bytes.writeInt(out.writeInt(MAGIC), VERSION);
        Bytes.writeString(out, cluster);
        Bytes.writeIncarnation(out, from);
        Bytes.writeIncarnation(out, to);
    }

    /** Which version the other speaks. Only if it is {@link #VERSION} can the rest be {@link #read}. */
    static long readVersion(ByteBuf in) {
        Bytes.require(in, Integer.BYTES);
        if (in.readInt() != MAGIC) {
            throw new CorruptedFrameException("it does not begin as nodes do");
        }
        return Bytes.readLong(in);
    }

    static Hello read(ByteBuf in) {
        Hello hello = new Hello(Bytes.readString(in), Bytes.readIncarnation(in), Bytes.readIncarnation(in));
        Bytes.requireEnd(in);
        return hello;
    }
}
