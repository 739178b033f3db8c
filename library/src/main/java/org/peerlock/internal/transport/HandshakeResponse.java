package org.peerlock.internal.transport;

import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.handler.codec.CorruptedFrameException;

/** What whoever was dialed says first. No version ever changes how it is written. */
sealed interface HandshakeResponse {

    /** Packets may follow. */
    record Welcome() implements HandshakeResponse {}

    /**
     * Nothing may follow.
     *
     * @param ordinary whether this just happens now and then, and nobody has to do anything about it
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
