package org.peerlock.internal.transport;

import java.security.SecureRandom;
import org.peerlock.internal.io.netty.buffer.ByteBuf;

/** A random number that one end of a connection uses in one handshake only, so that no proof can be used again. */
record Nonce(long first, long second, long third, long fourth) {

    private static final SecureRandom RANDOM = new SecureRandom();

    static Nonce draw() {
        return new Nonce(RANDOM.nextLong(), RANDOM.nextLong(), RANDOM.nextLong(), RANDOM.nextLong());
    }

    void write(ByteBuf out) {
        out.writeLong(first).writeLong(second).writeLong(third).writeLong(fourth);
    }

    static Nonce read(ByteBuf in) {
        WireFormat.require(in, 4 * Long.BYTES);
        return new Nonce(in.readLong(), in.readLong(), in.readLong(), in.readLong());
    }
}
