package org.peerlock.internal.transport;

import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.handler.codec.CorruptedFrameException;

/** What the node that was dialed says before the first packet. The format of a refusal is the same in all versions. */
sealed interface HandshakeResponse {

    /** The node that dials may say who it is. */
    record Challenge(ProtocolRange protocols, Nonce nonce, HandshakeProof proof) implements HandshakeResponse {}

    /** Packets may follow. */
    record Welcome() implements HandshakeResponse {}

    /**
     * The connection is closed.
     *
     * @param ordinary whether this is normal, and an operator need not act
     * @param reason for an operator
     */
    record Refused(boolean ordinary, String reason) implements HandshakeResponse {}

    default void write(ByteBuf out) {
        if (this instanceof Refused refused) {
            WireFormat.writeString(out.writeByte(refused.ordinary ? 1 : 2), refused.reason);
        } else if (this instanceof Challenge challenge) {
            WireFormat.writeProtocols(out.writeByte(3), challenge.protocols);
            challenge.nonce.write(out);
            challenge.proof.write(out);
        } else {
            out.writeByte(0);
        }
    }

    static HandshakeResponse read(ByteBuf in) {
        int kind = WireFormat.readByte(in);
        HandshakeResponse handshakeResponse = switch (kind) {
            case 0 -> new Welcome();
            case 1, 2 -> new Refused(kind == 1, WireFormat.readString(in));
            case 3 -> new Challenge(WireFormat.readProtocols(in), Nonce.read(in), HandshakeProof.read(in));
            default -> throw new CorruptedFrameException("there is no answer of kind " + kind);
        };
        WireFormat.requireEnd(in);
        return handshakeResponse;
    }
}
