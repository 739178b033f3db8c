package org.peerlock.internal.transport;

import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.handler.codec.CorruptedFrameException;

/**
 * What the node that dials says before the first packet. See {@link HandshakeProof} for the order of the frames.
 */
sealed interface HandshakeRequest {

    void write(ByteBuf out);

    /** The first frame. It does not say who dials, because anybody may listen at the address of a node that has ended. */
    record Hello(ProtocolRange protocols, Nonce nonce) implements HandshakeRequest {

        /** Marks our protocol. This, and the range of versions after it, are the same in all versions. */
        private static final int MAGIC = 0x504C434B;

        @Override
        public void write(ByteBuf out) {
            WireFormat.writeProtocols(out.writeInt(MAGIC), protocols);
            nonce.write(out);
        }

        /** The versions that the other end speaks. The rest can be {@linkplain #read read} only if this node speaks one of them. */
        static ProtocolRange readProtocols(ByteBuf in) {
            WireFormat.require(in, Integer.BYTES);
            if (in.readInt() != MAGIC) {
                throw new CorruptedFrameException("it does not begin as nodes do");
            }
            return WireFormat.readProtocols(in);
        }

        static Hello read(ProtocolRange protocols, ByteBuf in) {
            Hello hello = new Hello(protocols, Nonce.read(in));
            WireFormat.requireEnd(in);
            return hello;
        }
    }

    /**
     * The second frame, after the other node has proved itself.
     *
     * @param from the node that dials
     * @param proof that it knows the registry's secret
     */
    record Identity(Incarnation from, HandshakeProof proof) implements HandshakeRequest {

        @Override
        public void write(ByteBuf out) {
            WireFormat.writeIncarnation(out, from);
            proof.write(out);
        }

        static Identity read(ByteBuf in) {
            Identity identity = new Identity(WireFormat.readIncarnation(in), HandshakeProof.read(in));
            WireFormat.requireEnd(in);
            return identity;
        }
    }
}
