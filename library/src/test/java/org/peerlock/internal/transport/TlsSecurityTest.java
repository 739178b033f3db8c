package org.peerlock.internal.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.registry.InMemoryRegistryStore;

/** Which certificates a node that encrypts its connections accepts, and which it shows. */
@Timeout(120)
class TlsSecurityTest {

    private static final String NAME = "locks.example.com";
    private static final String ADDRESS = "10.0.0.1:7000";
    private static final Endpoint PLAIN = Endpoint.plain(ADDRESS);
    private static final Endpoint SIGNED = new Endpoint(ADDRESS, Endpoint.AUTHORITY);
    private static final Endpoint PINNED = new Endpoint(ADDRESS, "a".repeat(64));

    @TempDir
    private Path directory;

    private static String pem(String what, byte[] bytes) {
        String text = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
        return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
    }

    /** Writes a certificate, which is its own authority. */
    private PemFiles write(SelfSignedCertificate own) throws IOException {
        PemFiles files = new PemFiles(
                directory.resolve("certificate"), directory.resolve("key"), directory.resolve("authorities"), NAME);
        try {
            String certificate = pem("CERTIFICATE", own.certificate().getEncoded());
            Files.writeString(files.certificate(), certificate);
            Files.writeString(files.authorities(), certificate);
        } catch (CertificateEncodingException e) {
            throw new AssertionError(e);
        }
        Files.writeString(files.key(), pem("PRIVATE KEY", own.key().getEncoded()));
        return files;
    }

    @Test
    void aNodeWithItsOwnCertificateConnectsToNodesWhoseCertificatesTheRegistryHas() {
        TlsSecurity security = TlsSecurity.pinned();
        assertThat(security.certificate()).matches("[0-9a-f]{64}");
        assertThat(security.refusal(PINNED)).isEmpty();
        assertThat(security.refusal(PLAIN)).contains("it does not encrypt its connections, and this node does");
        assertThat(security.refusal(SIGNED))
                .contains("its certificate is signed by an authority, and this node has none of that kind");
        assertThat(security.mismatch(PINNED, PINNED.certificate())).isEmpty();
        assertThat(security.mismatch(PINNED, "b".repeat(64))).contains("the registry has another certificate of it");
    }

    @Test
    void aNodeOfAnAuthorityConnectsToNodesOfAnAuthority() throws IOException {
        TlsSecurity security = TlsSecurity.signed(write(SelfSignedCertificate.create()));
        assertThat(security.certificate()).isEqualTo(Endpoint.AUTHORITY);
        assertThat(security.refusal(SIGNED)).isEmpty();
        assertThat(security.refusal(PLAIN)).isPresent();
        assertThat(security.refusal(PINNED)).contains("its certificate is not signed by an authority");
        assertThat(security.mismatch(SIGNED, "b".repeat(64))).isEmpty();
        assertThat(security.mismatch(PINNED, PINNED.certificate())).isPresent();
    }

    @Test
    void onlyANodeOfAnAuthorityDemandsAName() throws IOException {
        SelfSignedCertificate nameless = SelfSignedCertificate.create();
        assertThat(TlsSecurity.pinned().missingName(nameless.certificate())).isEmpty();
        assertThat(TlsSecurity.signed(write(nameless)).missingName(nameless.certificate()))
                .contains(NAME);
    }

    @Test
    void theEndThatDialsIsTheClientAndBothShowTheSameCertificate() {
        TlsSecurity security = TlsSecurity.pinned();
        TlsChannel dialed = security.open(true, Runnable::run);
        TlsChannel accepted = security.open(false, Runnable::run);
        assertThat(dialed.context().isClient()).isTrue();
        assertThat(accepted.context().isClient()).isFalse();
        assertThat(dialed.ownCertificate()).isEqualTo(accepted.ownCertificate()).isEqualTo(security.certificate());
    }

    @Test
    void theFilesOfTheUserAreUsedOnLoopbackAndByObserversToo() throws IOException {
        NetworkOptions options = NetworkOptions.NONE.withFiles(write(SelfSignedCertificate.create()));
        assertThat(options.resolve(new InMemoryRegistryStore()).security().certificate())
                .isEqualTo(Endpoint.AUTHORITY);
        assertThat(options.forObserver(List.of(PLAIN)).security().certificate()).isEqualTo(Endpoint.AUTHORITY);
        NetworkOptions missing = NetworkOptions.NONE.withFiles(
                new PemFiles(directory.resolve("none"), directory.resolve("none"), directory.resolve("none"), NAME));
        assertThatThrownBy(() -> missing.resolve(new InMemoryRegistryStore())).isInstanceOf(IOException.class);
    }

    @Test
    void filesThatHaveChangedAreReadInTheBackgroundAndCountForALaterConnection() throws IOException {
        SelfSignedCertificate first = SelfSignedCertificate.create();
        SelfSignedCertificate second = SelfSignedCertificate.create();
        TlsSecurity security = TlsSecurity.signed(write(first));
        write(second);
        List<Runnable> background = new ArrayList<>();
        while (background.isEmpty()) { // the files are not read for each connection
            assertThat(security.open(true, background::add).ownCertificate())
                    .isEqualTo(TlsSecurity.hash(first.certificate()));
        }
        background.forEach(Runnable::run);
        assertThat(security.open(true, background::add).ownCertificate())
                .isEqualTo(TlsSecurity.hash(second.certificate()));
    }
}
