package org.peerlock.internal.transport;

import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.io.netty.buffer.ByteBuf;

/**
 * Ties a {@link HandshakeProof} to the connection on which it is sent. TLS proves that each end has the private key of its
 * certificate. So a proof that names both certificates is worth nothing to a stranger in the middle, who has other keys.
 *
 * @param dialer the hash of the dialer's certificate; {@link Endpoint#NONE} without TLS
 * @param acceptor the hash of the acceptor's certificate; {@link Endpoint#NONE} without TLS
 */
record ChannelBinding(String dialer, String acceptor) {

    /** Of a connection without TLS. */
    static final ChannelBinding NONE = new ChannelBinding(Endpoint.NONE, Endpoint.NONE);

    void write(ByteBuf out) {
        if (!equals(NONE)) {
            WireFormat.writeString(out, dialer);
            WireFormat.writeString(out, acceptor);
        }
    }
}
