package org.peerlock.internal.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.peerlock.internal.io.netty.handler.ssl.util.InsecureTrustManagerFactory;

/** Speaks TLS with one certificate, and trusts everybody: what a stranger would do. */
final class TlsSockets {

    private final SSLContext context;
    private final String own;

    /** With a new certificate. */
    TlsSockets() {
        this(SelfSignedCertificate.create());
    }

    private TlsSockets(SelfSignedCertificate made) {
        this(made.key(), made.certificate());
    }

    TlsSockets(PrivateKey key, X509Certificate... chain) {
        try {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(null, null);
            keys.setKeyEntry("own", key, new char[0], chain);
            KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
            managers.init(keys, new char[0]);
            context = SSLContext.getInstance("TLSv1.3");
            context.init(managers.getKeyManagers(), InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
            own = TlsSecurity.hash(chain[0]);
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    /** What a registry says about the certificate. */
    String certificate() {
        return own;
    }

    /** Dials a node, and ends the handshake of TLS. */
    RawSocket dial(int port) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        return new RawSocket(socket, new ChannelBinding(own, theirs(socket)));
    }

    SSLServerSocket listen() throws IOException {
        SSLServerSocket server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        server.setNeedClientAuth(true);
        return server;
    }

    /** Waits for a node that dials, and ends the handshake of TLS. */
    RawSocket accept(SSLServerSocket server) throws IOException {
        Socket socket = server.accept();
        return new RawSocket(socket, new ChannelBinding(theirs((SSLSocket) socket), own));
    }

    private static String theirs(SSLSocket socket) throws IOException {
        socket.startHandshake();
        return TlsSecurity.hash(socket.getSession().getPeerCertificates()[0]);
    }
}
