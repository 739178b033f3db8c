package org.peerlock.internal.transport;

import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.Endpoint;

/**
 * How a node protects its connections by TCP. All nodes of a cluster must do it in the same way. Whatever the way, both ends prove
 * that they know the secret of the registry ({@link HandshakeProof}). Unix sockets need no encryption: the kernel says which user is at the other
 * end.
 */
public sealed interface TransportSecurity permits PlainText, TlsSecurity {

    /** What the registry says about the certificate of this node; see {@link Endpoint}. */
    String certificate();

    /**
     * How to encrypt a new connection; null if connections are not encrypted.
     *
     * @param dialed whether this node dialed
     * @param background for work that would hold up the caller
     */
    @Nullable TlsChannel open(boolean dialed, Executor background);

    /**
     * Why this node must not connect to another, if it must not.
     *
     * @param endpoint what the registry says about the other node
     */
    Optional<String> refusal(Endpoint endpoint);

    /**
     * Why the node at the other end of a connection is not the one that the registry knows, if it is not.
     *
     * @param registered what the registry says about it
     * @param presented the hash of the certificate that it has shown; {@link Endpoint#NONE} if the connection is not encrypted
     */
    Optional<String> mismatch(Endpoint registered, String presented);

    /** The name that a certificate lacks, if this node demands one. */
    Optional<String> missingName(X509Certificate presented);
}
