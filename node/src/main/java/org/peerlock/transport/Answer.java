package org.peerlock.transport;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.CorruptedFrameException;

/** What whoever was dialed says first. No version ever changes how it is written. */
sealed interface Answer {

    /** Packets may follow. */
    record Welcome() implements Answer {}

    /**
     * Nothing may follow.
     *
     * @param ordinary whether this just happens now and then, and nobody has to do anything about it
     * @param reason for an operator
     */
    record Refused(boolean ordinary, String reason) implements Answer {}

    default void write(ByteBuf out) {
        if (this instanceof Refused refused) {
            Bytes.writeString(out.writeByte(refused.ordinary ? 1 : 2), refused.reason);
        } else {
            out.writeByte(0);
        }
    }

    static Answer read(ByteBuf in) {
        int kind = Bytes.readByte(in);
        Answer answer = switch (kind) {
            case 0 -> new Welcome();
            case 1, 2 -> new Refused(kind == 1, Bytes.readString(in));
            default -> throw new CorruptedFrameException("there is no answer of kind " + kind);
        };
        Bytes.requireEnd(in);
        return answer;
    }
}
