package org.peerlock.registry.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The PEM files of connections by TLS. Without {@code ca}, the JDK's trust store decides; without
 * {@code cert} and {@code key}, the client shows no certificate.
 *
 * @param ca the certificates of the authorities that sign the servers' certificates
 * @param cert the client's certificate, with those that lead to its authority
 * @param key the client's private key, as PKCS#8
 */
public record TlsFiles(Optional<Path> ca, Optional<Path> cert, Optional<Path> key) {

    /** No files. */
    public static final TlsFiles NONE = new TlsFiles(Optional.empty(), Optional.empty(), Optional.empty());

    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    private static final char[] NO_PASSWORD = {};

    /**
     * The files need not exist yet.
     *
     * @throws IllegalArgumentException if there is a certificate without a key, or a key without one
     */
    public TlsFiles {
        if (cert.isPresent() != key.isPresent()) {
            throw new IllegalArgumentException("a client's certificate needs its key, and the key its certificate");
        }
    }

    /** Tells whether the files have changed. */
    record Stamp(List<FileTime> times, List<Long> sizes) {}

    Stamp stamp() throws IOException {
        List<FileTime> times = new ArrayList<>();
        List<Long> sizes = new ArrayList<>();
        for (Optional<Path> file : List.of(ca, cert, key)) {
            if (file.isPresent()) {
                try {
                    times.add(Files.getLastModifiedTime(file.get()));
                    sizes.add(Files.size(file.get()));
                } catch (NoSuchFileException e) {
                    throw new IOException("there is no file " + file.get(), e);
                }
            }
        }
        return new Stamp(times, sizes);
    }

    SSLContext context() throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers(), trustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("the files for TLS cannot be used: " + e.getMessage(), e);
        }
    }

    private TrustManager @Nullable [] trustManagers() throws IOException, GeneralSecurityException {
        if (ca.isEmpty()) {
            return null;
        }
        KeyStore trusted = emptyKeyStore();
        for (Certificate certificate : certificates(ca.get())) {
            trusted.setCertificateEntry("ca-" + trusted.size(), certificate);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        return factory.getTrustManagers();
    }

    private KeyManager @Nullable [] keyManagers() throws IOException, GeneralSecurityException {
        if (cert.isEmpty() || key.isEmpty()) {
            return null;
        }
        KeyStore own = emptyKeyStore();
        own.setKeyEntry(
                "client",
                privateKey(key.get()),
                NO_PASSWORD,
                certificates(cert.get()).toArray(new Certificate[0]));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(own, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static KeyStore emptyKeyStore() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        return store;
    }

    private static Collection<? extends Certificate> certificates(Path file)
            throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (found.isEmpty()) {
                throw new IOException("there is no certificate in " + file);
            }
            return found;
        }
    }

    private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
        Matcher pem = KEY.matcher(Files.readString(file, US_ASCII));
        if (!pem.find()) {
            throw new IOException("there is no unencrypted PKCS#8 key in " + file
                    + "; convert it with: openssl pkcs8 -topk8 -nocrypt -in KEY -out NEW");
        }
        byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
        for (String algorithm : List.of("EC", "RSA", "Ed25519")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
            } catch (InvalidKeySpecException e) {
                // a key of another algorithm
            }
        }
        throw new IOException("the key in " + file + " is neither EC nor RSA nor Ed25519");
    }
}
