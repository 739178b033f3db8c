package org.peerlock.internal.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** An infrastructure of keys as a user may have it, made by the keytool of Java. */
final class Certificates {

    private static final String PASSWORD = "changeit";

    private final Path directory;
    private final Path store;

    Certificates(Path directory) {
        this.directory = directory;
        store = directory.resolve("keys.p12");
    }

    /** Makes an authority. */
    void authority(String name) throws IOException, InterruptedException {
        keytool("-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "bc=ca:true");
    }

    /** Makes a certificate with a DNS name, which an authority signs. */
    void signed(String alias, String authority, String dnsName) throws IOException, InterruptedException {
        keytool(
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + alias,
                "-signer",
                authority,
                "-ext",
                "san=dns:" + dnsName);
    }

    private void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        Path log = directory.resolve("keytool.log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (process.waitFor() != 0) {
            throw new AssertionError(Files.readString(log));
        }
    }

    /** Writes the files of a node. */
    PemFiles files(String alias, String authority, String requiredName) throws IOException {
        PemFiles files = new PemFiles(
                directory.resolve(alias + ".pem"),
                directory.resolve(alias + ".key"),
                directory.resolve(alias + ".ca"),
                requiredName);
        Files.writeString(files.certificate(), pem("CERTIFICATE", encoded(certificate(alias))));
        Files.writeString(files.key(), pem("PRIVATE KEY", key(alias).getEncoded()));
        Files.writeString(files.authorities(), pem("CERTIFICATE", encoded(certificate(authority))));
        return files;
    }

    private static String pem(String what, byte[] bytes) {
        String text = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
        return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
    }

    private static byte[] encoded(Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** Speaks TLS with a certificate. */
    TlsSockets sockets(String alias) {
        return new TlsSockets(key(alias), chain(alias));
    }

    private X509Certificate certificate(String alias) {
        return chain(alias)[0];
    }

    private X509Certificate[] chain(String alias) {
        try {
            return Arrays.copyOf(
                    load().getCertificateChain(alias),
                    load().getCertificateChain(alias).length,
                    X509Certificate[].class);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private PrivateKey key(String alias) {
        try {
            return (PrivateKey) load().getKey(alias, PASSWORD.toCharArray());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private KeyStore load() {
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            return keys;
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }
}
