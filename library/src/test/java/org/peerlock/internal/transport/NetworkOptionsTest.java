package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.LogLines;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.configuration.Configuration;
import org.peerlock.registry.InMemoryRegistryStore;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;

/** What a node makes of what it is told about the network, which is mostly nothing. */
class NetworkOptionsTest {

    private static final NetworkOptions NOTHING = NetworkOptions.NONE;
    private static final RegistryStore HERE = new InMemoryRegistryStore();

    /** A registry on servers with these hosts. */
    private record Remote(List<String> serverHosts) implements RegistryStore {

        Remote(String... hosts) {
            this(Arrays.asList(hosts));
        }

        @Override
        public TaggedBytes read(Duration timeout) throws IOException {
            throw new IOException("nobody reads it");
        }

        @Override
        public boolean compareAndSet(String tag, byte[] content, Duration timeout) throws IOException {
            throw new IOException("nobody writes it");
        }

        @Override
        public String describe() {
            return "the test";
        }

        @Override
        public void close() {}
    }

    /** An address of this machine that other machines may reach. */
    private static String outerAddress() throws IOException {
        Optional<InetAddress> outer = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .findFirst();
        Assumptions.assumeTrue(outer.isPresent(), "this machine has no network but loopback");
        return outer.orElseThrow().getHostAddress().replaceFirst("%.*", "");
    }

    private static NetworkOptions listen(String text) {
        return NOTHING.withListen(ListenAddress.parse(text));
    }

    private static NetworkOptions advertise(String text) {
        return NOTHING.withAdvertise(ListenAddress.parse(text));
    }

    private static NetworkOptions fromEnvironment(Map<String, String> environment) {
        return NetworkOptions.of(Configuration.of(environment));
    }

    @Test
    void aRegistryOnThisMachineNeedsLoopbackOnly() throws IOException {
        assertThat(NOTHING.resolve(HERE)).isEqualTo(NetworkSettings.LOOPBACK);
        assertThat(NOTHING.resolve(new Remote("127.0.0.1", "localhost"))).isEqualTo(NetworkSettings.LOOPBACK);
    }

    @Test
    void theAddressFromWhichTheRegistryIsReachedIsAdvertised() throws IOException {
        String outer = outerAddress();
        NetworkSettings settings = NOTHING.resolve(new Remote("localhost", "no-such-host.invalid", outer));
        assertThat(settings.listen()).isEqualTo(new ListenAddress("", 0, 0));
        assertThat(settings.advertisedHost()).isEqualTo(outer);
        assertThat(settings.advertisedPort()).isZero();
        assertThat(settings.security()).isInstanceOf(TlsSecurity.class);
        assertThat(listen(":7100-7110").resolve(new Remote(outer)).advertisedHost())
                .isEqualTo(outer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "[::1]:7100"})
    void loopbackIsNotAdvertisedToARemoteRegistry(String address) throws IOException {
        RegistryStore remote = new Remote(outerAddress());
        for (NetworkOptions options : List.of(listen(address), advertise(address))) {
            assertThatThrownBy(() -> options.resolve(remote))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("which other machines cannot reach")
                    .hasMessageContaining("the test")
                    .hasMessageContaining("PEERLOCK_ADVERTISE");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "[::]:7100", ":7100", "host:7-8"})
    void nothingIsAdvertisedThatIsNotOneAddress(String address) {
        assertThatThrownBy(() -> advertise(address)).hasMessageContaining("advertise one host");
        assertThatThrownBy(() -> fromEnvironment(Map.of("PEERLOCK_ADVERTISE", address)))
                .hasMessageContaining("advertise one host");
    }

    @Test
    void anUnknownHostOfTheRegistryIsNamedUnlessTheUserHasChosenAnAddress() throws IOException {
        RegistryStore unknown = new Remote("no-such-host.invalid");
        assertThatThrownBy(() -> NOTHING.resolve(unknown))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the host no-such-host.invalid of the registry is unknown");
        assertThatThrownBy(() -> listen(":7100").resolve(unknown)).isInstanceOf(IOException.class);
        assertThat(advertise("node1.example.com").resolve(unknown).advertisedHost())
                .isEqualTo("node1.example.com");
        assertThat(listen("10.1.2.3:7").resolve(unknown).advertisedHost()).isEqualTo("10.1.2.3");
    }

    @Test
    void anAdvertisedNameIsKeptAndTheNodeListensEverywhere() throws IOException {
        NetworkSettings settings = advertise("node1.example.com:7200").resolve(HERE);
        assertThat(settings.listen()).isEqualTo(new ListenAddress("", 0, 0));
        assertThat(settings.advertisedHost()).isEqualTo("node1.example.com");
        assertThat(settings.advertisedPort()).isEqualTo(7200);
        assertThat(settings.security()).isInstanceOf(TlsSecurity.class);
    }

    @Test
    void onlyWhatIsLoopbackAtBothEndsIsNotEncrypted() throws IOException {
        assertThat(listen("localhost").resolve(HERE).security()).isEqualTo(PlainText.ON_LOOPBACK);
        assertThat(listen("localhost").resolve(HERE).advertisedHost())
                .matches("127\\.0\\.0\\.1|0:0:0:0:0:0:0:1"); // not the name, which others may not know as loopback
        assertThat(listen(":7100").resolve(HERE).security()).isInstanceOf(TlsSecurity.class);
        assertThat(listen(":7100")
                        .withAdvertise(ListenAddress.parse("127.0.0.1"))
                        .resolve(HERE)
                        .security())
                .isInstanceOf(TlsSecurity.class);
    }

    @Test
    void plainTextIsChosenByItsOptionAloneAndWarnsAtTheStart() throws IOException {
        try (LogLines lines = new LogLines(Connection.LOG)) {
            assertThat(advertise("10.0.0.1").resolve(HERE).security()).isInstanceOf(TlsSecurity.class);
            assertThat(lines.warnings()).isEmpty();
            NetworkOptions plain =
                    fromEnvironment(Map.of("PEERLOCK_INSECURE_PLAIN_TEXT", "true", "PEERLOCK_ADVERTISE", "10.0.0.1"));
            assertThat(plain.resolve(HERE).security()).isEqualTo(PlainText.EVERYWHERE);
            assertThat(advertise("10.0.0.1").withPlainText().resolve(HERE).security())
                    .isEqualTo(PlainText.EVERYWHERE);
            assertThat(lines.warnings())
                    .hasSize(2)
                    .allMatch(line -> line.startsWith("Connections between machines are not encrypted"));
        }
    }

    @Test
    void theEnvironmentSaysTheSameAsTheBuilder() {
        assertThat(fromEnvironment(Map.of(
                        "PEERLOCK_LISTEN", "[::1]:7100-7200",
                        "PEERLOCK_ADVERTISE", "node1",
                        "PEERLOCK_TLS_CERTIFICATE", "/c",
                        "PEERLOCK_TLS_KEY", "/k",
                        "PEERLOCK_TLS_AUTHORITIES", "/a",
                        "PEERLOCK_TLS_NAME", "n")))
                .isEqualTo(NOTHING.withListen(new ListenAddress("::1", 7100, 7200))
                        .withAdvertise(new ListenAddress("node1", 0, 0))
                        .withFiles(new PemFiles(Path.of("/c"), Path.of("/k"), Path.of("/a"), "n")));
        assertThat(fromEnvironment(Map.of())).isEqualTo(NOTHING);
        assertThat(fromEnvironment(Map.of("PEERLOCK_LISTEN", " ", "PEERLOCK_INSECURE_PLAIN_TEXT", "no")))
                .isEqualTo(NOTHING);
    }

    @Test
    void whatTheBuilderSaysIsStrongerThanTheEnvironment() {
        PemFiles files = new PemFiles(Path.of("/c"), Path.of("/k"), Path.of("/a"), "n");
        NetworkOptions environment =
                new NetworkOptions(ListenAddress.parse(":1"), ListenAddress.parse("a"), files, false);
        assertThat(NOTHING.orElse(environment)).isEqualTo(environment);
        assertThat(listen(":2").orElse(environment).listen()).isEqualTo(ListenAddress.parse(":2"));
        assertThat(advertise("b").orElse(environment).advertise()).isEqualTo(ListenAddress.parse("b"));
        assertThat(NOTHING.withPlainText().orElse(environment))
                .isEqualTo(new NetworkOptions(environment.listen(), environment.advertise(), null, true));
        assertThat(NOTHING.withFiles(files).orElse(NOTHING.withPlainText())).isEqualTo(NOTHING.withFiles(files));
    }

    @Test
    void anEnvironmentVariableThatCannotBeUnderstoodIsNamed() {
        assertThatThrownBy(() -> fromEnvironment(Map.of("PEERLOCK_LISTEN", "a b")))
                .hasMessageContaining("PEERLOCK_LISTEN")
                .hasMessageContaining("'a b' is not an address");
        assertThatThrownBy(() -> fromEnvironment(Map.of("PEERLOCK_TLS_KEY", "/k")))
                .hasMessageContaining("missing: PEERLOCK_TLS_CERTIFICATE, PEERLOCK_TLS_AUTHORITIES, PEERLOCK_TLS_NAME");
    }

    @Test
    void anObserverProtectsItsConnectionsAsTheNodesDo() throws IOException {
        Endpoint plain = Endpoint.plain("127.0.0.1:1");
        assertThat(NOTHING.forObserver(List.of(plain)).security()).isEqualTo(PlainText.ON_LOOPBACK);
        assertThat(NOTHING.withPlainText().forObserver(List.of(plain)).security())
                .isEqualTo(PlainText.EVERYWHERE);
        assertThat(NOTHING.forObserver(List.of(plain, new Endpoint("h:1", "a".repeat(64))))
                        .security())
                .isInstanceOf(TlsSecurity.class);
    }
}
