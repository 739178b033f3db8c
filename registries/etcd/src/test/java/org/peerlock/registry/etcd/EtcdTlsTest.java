package org.peerlock.registry.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.Key;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.UnknownOutcomeException;
import org.peerlock.registry.http.TlsFiles;

/** An etcd that speaks TLS, and demands a certificate of each client. */
class EtcdTlsTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    @TempDir
    static Path directory;

    private static EtcdServers etcd;

    @BeforeAll
    static void start() throws Exception {
        makeCertificate("one");
        makeCertificate("other");
        etcd = new EtcdServers(
                directory,
                1,
                "https",
                new TlsFiles(Optional.of(cert("one")), Optional.of(cert("one")), Optional.of(key("one"))),
                List.of(
                        "--cert-file=" + cert("one"),
                        "--key-file=" + key("one"),
                        "--client-cert-auth",
                        "--trusted-ca-file=" + cert("one")));
    }

    @AfterAll
    static void stop() {
        if (etcd != null) {
            etcd.close();
        }
    }

    private static Path cert(String name) {
        return directory.resolve(name + ".pem");
    }

    private static Path key(String name) {
        return directory.resolve(name + ".key");
    }

    /** Signed by itself, for the loopback address. */
    private static void makeCertificate(String name) throws Exception {
        Path store = directory.resolve(name + ".p12");
        keytool(
                store,
                "-genkeypair",
                "-alias",
                "a",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1");
        keytool(store, "-exportcert", "-alias", "a", "-rfc", "-file", cert(name).toString());
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "changeit".toCharArray());
        }
        Key key = keys.getKey("a", "changeit".toCharArray());
        Files.writeString(
                key(name),
                "-----BEGIN PRIVATE KEY-----\n"
                        + Base64.getMimeEncoder().encodeToString(key.getEncoded())
                        + "\n-----END PRIVATE KEY-----\n");
    }

    private static void keytool(Path store, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", "changeit"));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        assertThat(process.waitFor()).isZero();
    }

    private static RegistryStore open(String parameters) {
        return new EtcdRegistryStoreProvider(Map.of()).open("etcds://" + etcd.hosts() + "/locks" + parameters, "tls");
    }

    private static void assertNotTrusted(RegistryStore store) {
        assertThatThrownBy(() -> store.compareAndSet(TaggedBytes.ABSENT.tag(), new byte[] {1}, TIMEOUT))
                .isNotInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining("is not trusted, or does not trust this client");
    }

    @Test
    void bothSidesShowCertificates() throws Exception {
        try (RegistryStore store = open("?ca=" + cert("one") + "&cert=" + cert("one") + "&key=" + key("one"))) {
            assertThat(store.read(TIMEOUT)).isEqualTo(TaggedBytes.ABSENT);
        }
    }

    @Test
    void aServerThatIsNotTrustedGetsNothing() {
        try (RegistryStore store = open("")) {
            assertNotTrusted(store);
        }
    }

    @Test
    void changedFilesAreReadAgain() throws Exception {
        Path authority = Files.copy(cert("other"), directory.resolve("authority.pem"));
        try (RegistryStore store = open("?ca=" + authority + "&cert=" + cert("one") + "&key=" + key("one"))) {
            assertNotTrusted(store);
            Path next = Files.copy(cert("one"), directory.resolve("next.pem"));
            Files.setLastModifiedTime(next, FileTime.fromMillis(1));
            Files.move(next, authority, StandardCopyOption.REPLACE_EXISTING);
            assertThat(store.read(TIMEOUT)).isEqualTo(TaggedBytes.ABSENT);
        }
    }

    @Test
    void aMissingFileIsNamed() {
        try (RegistryStore store = open("?ca=/no/such/file")) {
            assertThatThrownBy(() -> store.read(TIMEOUT)).hasMessageContaining("there is no file /no/such/file");
        }
    }
}
