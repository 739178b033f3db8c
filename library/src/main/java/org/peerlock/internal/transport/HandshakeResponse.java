package org.peerlock.internal.transport;

import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.handler.codec.CorruptedFrameException;

/** The first frame of the node that was dialed. Its format is the same in all versions. */
sealed interface HandshakeResponse {

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
        } else {
            out.writeByte(0);
        }
    }

    static HandshakeResponse read(ByteBuf in) {
        int kind = WireFormat.readByte(in);
        HandshakeResponse handshakeResponse = switch (kind) {
            case 0 -> new Welcome();
            case 1, 2 -> new Refused(kind == 1, WireFormat.readString(in));
            default -> throw new CorruptedFrameException("there is no answer of kind " + kind);
        };
        WireFormat.requireEnd(in);
        return handshakeResponse;
    }
}
