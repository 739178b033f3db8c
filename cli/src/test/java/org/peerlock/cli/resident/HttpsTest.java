package org.peerlock.cli.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.cli.CommandResult.run;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.cli.CommandResult;
import org.peerlock.cli.client.ClusterClients;
import org.peerlock.cli.client.ClusterOptions;
import org.peerlock.cli.client.JoinOptions;
import org.peerlock.cli.client.ResidentFiles;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import picocli.CommandLine;

/** A resident node that serves other machines. */
class HttpsTest {

    private static final String PASSWORD = "changeit";

    @TempDir
    static Path files;

    @TempDir
    Path directory;

    /** Signed by itself, for the loopback address. */
    @BeforeAll
    static void makeCertificate() throws Exception {
        Path store = files.resolve("keys.p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "node",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=node",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD))
                .redirectErrorStream(true)
                .redirectOutput(files.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor()).isZero();
        Key key = keys().getKey("node", PASSWORD.toCharArray());
        Files.writeString(
                certificate(), pem("CERTIFICATE", keys().getCertificate("node").getEncoded()));
        Files.writeString(key(), pem("PRIVATE KEY", key.getEncoded()));
    }

    private static KeyStore keys() throws GeneralSecurityException, IOException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(files.resolve("keys.p12"))) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    private static String pem(String what, byte[] bytes) {
        return "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + what
                + "-----\n";
    }

    private static Path certificate() {
        return files.resolve("node.pem");
    }

    private static Path key() {
        return files.resolve("node.key");
    }

    @Test
    void withoutTlsItServesNoOtherMachine() {
        CommandResult result = run("node", "--registry", directory.toString(), "--port", "0", "--host", "0.0.0.0");
        assertThat(result.exit()).isEqualTo(Exit.USAGE);
        assertThat(result.err())
                .startsWith("peerlock: --host 0.0.0.0 can be reached from other machines, and without TLS everybody")
                .endsWith("give --certificate and --key, or leave out --host\n");
    }

    @Test
    void whatCannotBeUsedIsRefused() throws IOException {
        assertThatThrownBy(() -> HttpEndpoint.of(null, 0, certificate(), null)).hasMessageContaining("belong together");
        assertThatThrownBy(() -> HttpEndpoint.of("no-such-host.invalid", 0, certificate(), key()))
                .hasMessageContaining("there is no host no-such-host.invalid");
        assertThatThrownBy(() -> HttpEndpoint.of("0.0.0.0", 0, files.resolve("none"), key()))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("cannot be read");
        Path text = Files.writeString(files.resolve("text"), "no certificate");
        assertThatThrownBy(() -> HttpEndpoint.of("0.0.0.0", 0, text, key()))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("PEM format");
        assertThat(run("node", "--registry", directory.toString(), "--host", "::1")
                        .err())
                .startsWith("peerlock: --host, --certificate and --key are for --port");
    }

    @Test
    void theUrlNamesTheAddress() {
        assertThat(HttpEndpoint.of(null, 0, null, null).url(7)).isEqualTo("http://127.0.0.1:7");
        assertThat(HttpEndpoint.of("0.0.0.0", 0, certificate(), key()).url(7)).isEqualTo("https://0.0.0.0:7");
        assertThat(HttpEndpoint.of("::1", 0, null, null).url(7)).isEqualTo("http://[0:0:0:0:0:0:0:1]:7");
    }

    @Test
    void clientsThatTrustTheCertificateUseItWithTheToken() throws Exception {
        ClusterOptions options = CommandLine.populateCommand(new ClusterOptions(), "--registry", directory.toString());
        ResidentFiles residentFiles = new ResidentFiles(directory);
        HttpEndpoint http = HttpEndpoint.of("0.0.0.0", 0, certificate(), key());
        try (NodeServer server = new NodeServer(
                ClusterClients.join(ClusterClients.builder(options, new JoinOptions(), "resident")), residentFiles)) {
            int port = server.listenAt(http.address(), http.tls());
            URI members = URI.create("https://127.0.0.1:" + port + "/v1/members");
            HttpClient client = HttpClient.newBuilder().sslContext(trusting()).build();
            HttpRequest.Builder request = HttpRequest.newBuilder(members);
            assertThat(status(client, request.build())).isEqualTo(401);
            String token = Files.readString(residentFiles.token()).strip();
            assertThat(status(
                            client,
                            request.header("Authorization", "Bearer " + token).build()))
                    .isEqualTo(200);
            assertThatThrownBy(() -> status(HttpClient.newHttpClient(), request.build()))
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> status(
                            HttpClient.newHttpClient(),
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/members"))
                                    .build()))
                    .isInstanceOf(IOException.class);
        }
    }

    private static int status(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    private static SSLContext trusting() throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("node", keys().getCertificate("node"));
        TrustManagerFactory managers = TrustManagerFactory.getInstance("PKIX");
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
