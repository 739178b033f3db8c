package org.peerlock.internal.transport;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.io.netty.handler.ssl.ClientAuth;
import org.peerlock.internal.io.netty.handler.ssl.SslContext;
import org.peerlock.internal.io.netty.handler.ssl.SslContextBuilder;
import org.peerlock.internal.io.netty.handler.ssl.util.InsecureTrustManagerFactory;

/**
 * TLS 1.3 with certificates at both ends. There are two ways to trust a certificate:
 *
 * <ul>
 *   <li><b>Pinned.</b> Every node makes a key and a certificate of its own when it starts, and writes the certificate's hash
 *       into its record in the registry. TLS itself accepts any certificate. Then both ends compare it with the record. A node
 *       that joins has no record yet; its {@linkplain HandshakeProof proof} vouches for its certificate. A node that was evicted
 *       comes back as another incarnation with the same key. A key for each incarnation would not be safer: the key never leaves
 *       the process, and every proof names the incarnations.
 *   <li><b>Signed by an authority</b> of the user, with a name that all nodes have.
 * </ul>
 */
public final class TlsSecurity implements TransportSecurity {

    private static final List<String> PROTOCOLS = List.of("TLSv1.3");

    /** Strangers that connect often must not make this node read files often. */
    private static final long REREAD_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String certificate;
    private final @Nullable PemFiles files;

    /** Replaced when the files have changed. */
    private volatile Contexts contexts;
    /** When the files were read. */
    private final AtomicLong readAt = new AtomicLong(System.nanoTime());
    /** Why they could not be read the last time; empty if they could. */
    private volatile String problem = "";

    /** How to dial and to accept, with one certificate of this node. */
    private record Contexts(SslContext dialing, SslContext accepting, String ownCertificate, int contentHash) {}

    private TlsSecurity(String certificate, @Nullable PemFiles files, Contexts contexts) {
        this.certificate = certificate;
        this.files = files;
        this.contexts = contexts;
    }

    /** With a new key and certificate of this process. */
    public static TlsSecurity pinned() {
        SelfSignedCertificate own = SelfSignedCertificate.create();
        try {
            Contexts contexts = new Contexts(
                    common(SslContextBuilder.forClient()
                                    .keyManager(own.key(), own.certificate())
                                    .trustManager(InsecureTrustManagerFactory.INSTANCE))
                            .build(),
                    common(SslContextBuilder.forServer(own.key(), own.certificate())
                                    .trustManager(InsecureTrustManagerFactory.INSTANCE))
                            .build(),
                    hash(own.certificate()),
                    0);
            return new TlsSecurity(contexts.ownCertificate, null, contexts);
        } catch (SSLException e) {
            throw new IllegalStateException("this Java runtime cannot use TLS 1.3: " + e.getMessage(), e);
        }
    }

    /**
     * With certificates that an authority of the user has signed.
     *
     * @throws IOException if the files cannot be used
     */
    public static TlsSecurity signed(PemFiles files) throws IOException {
        return new TlsSecurity(Endpoint.AUTHORITY, files, load(files));
    }

    private static Contexts load(PemFiles files) throws IOException {
        int contentHash = files.contentHash();
        try {
            return new Contexts(
                    common(SslContextBuilder.forClient()
                                    .keyManager(
                                            files.certificate().toFile(),
                                            files.key().toFile())
                                    .trustManager(files.authorities().toFile())
                                    .endpointIdentificationAlgorithm(null)) // all nodes have the same required name
                            .build(),
                    common(SslContextBuilder.forServer(
                                            files.certificate().toFile(),
                                            files.key().toFile())
                                    .trustManager(files.authorities().toFile()))
                            .build(),
                    hash(firstOf(files)),
                    contentHash);
        } catch (SSLException | IllegalArgumentException e) {
            throw new IOException(
                    "the certificate " + files.certificate() + ", its key " + files.key() + " or the authorities "
                            + files.authorities() + " cannot be used: " + e.getMessage(),
                    e);
        }
    }

    private static X509Certificate firstOf(PemFiles files) throws IOException {
        try (InputStream in = Files.newInputStream(files.certificate())) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate " + files.certificate() + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static SslContextBuilder common(SslContextBuilder builder) {
        return builder.protocols(PROTOCOLS).clientAuth(ClientAuth.REQUIRE);
    }

    @Override
    public String certificate() {
        return certificate;
    }

    @Override
    public TlsChannel open(boolean dialed, Executor background) {
        PemFiles changing = files;
        long before = readAt.get();
        long clock = System.nanoTime();
        if (changing != null && clock - before >= REREAD_NANOS && readAt.compareAndSet(before, clock)) {
            background.execute(() -> reload(changing));
        }
        Contexts now = contexts;
        return new TlsChannel(dialed ? now.dialing : now.accepting, now.ownCertificate);
    }

    /** Reads files that have changed, for the next connection. If they cannot be read now, the former ones still count. */
    private void reload(PemFiles changing) {
        try {
            if (changing.contentHash() != contexts.contentHash) {
                contexts = load(changing);
            }
            problem = "";
        } catch (IOException e) {
            String reason = String.valueOf(e.getMessage());
            if (!reason.equals(problem)) {
                problem = reason;
                Connection.LOG.warn("Still uses the certificates that were read before, because {}", reason);
            }
        }
    }

    @Override
    public Optional<String> refusal(Endpoint endpoint) {
        if (!endpoint.isEncrypted()) {
            return Optional.of("it does not encrypt its connections, and this node does");
        }
        boolean otherKind = endpoint.certificate().equals(Endpoint.AUTHORITY) == (files == null);
        return otherKind
                ? Optional.of(
                        files == null
                                ? "its certificate is signed by an authority, and this node has none of that kind"
                                : "its certificate is not signed by an authority")
                : Optional.empty();
    }

    @Override
    public Optional<String> mismatch(Endpoint registered, String presented) {
        boolean known = files == null
                ? registered.certificate().equals(presented)
                : registered.certificate().equals(Endpoint.AUTHORITY);
        return known ? Optional.empty() : Optional.of("the registry has another certificate of it");
    }

    @Override
    public Optional<String> missingName(X509Certificate presented) {
        return files == null || names(presented).contains(files.requiredName())
                ? Optional.empty()
                : Optional.of(files.requiredName());
    }

    private static List<String> names(X509Certificate presented) {
        try {
            Collection<List<?>> names = presented.getSubjectAlternativeNames();
            int dnsName = 2;
            return names == null
                    ? List.of()
                    : names.stream()
                            .filter(name -> name.get(0).equals(dnsName))
                            .map(name -> String.valueOf(name.get(1)))
                            .toList();
        } catch (GeneralSecurityException e) {
            return List.of();
        }
    }

    /** In hexadecimal digits. */
    static String hash(Certificate certificate) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("a certificate that cannot be encoded", e);
        }
    }
}
