package org.peerlock.internal.transport;

import java.security.cert.X509Certificate;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.peerlock.internal.io.netty.channel.Channel;
import org.peerlock.internal.io.netty.handler.ssl.SslHandler;

/** The TLS of one connection. */
final class ConnectionTls {

    /** How long the end of a connection may wait for the network. */
    private static final int CLOSE_MILLIS = 200;

    private final SslHandler handler;
    private final String ownCertificate;

    /** @param background computes the handshake */
    ConnectionTls(Channel channel, TlsChannel encryption, Executor background) {
        handler = encryption.context().newHandler(channel.alloc(), background);
        handler.setHandshakeTimeoutMillis(0); // the whole handshake has a deadline
        handler.setCloseNotifyFlushTimeoutMillis(CLOSE_MILLIS);
        channel.pipeline().addLast(handler);
        ownCertificate = encryption.ownCertificate();
    }

    /** The certificate of the other end, after the handshake. */
    X509Certificate peerCertificate() {
        try {
            return (X509Certificate) handler.engine().getSession().getPeerCertificates()[0];
        } catch (SSLPeerUnverifiedException e) {
            throw new AssertionError("TLS demands a certificate at both ends", e);
        }
    }

    /** To what proofs on this connection are bound, after the handshake. */
    ChannelBinding binding(boolean dialed) {
        String theirs = TlsSecurity.hash(peerCertificate());
        return dialed ? new ChannelBinding(ownCertificate, theirs) : new ChannelBinding(theirs, ownCertificate);
    }
}
