package org.peerlock.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.CommandResult.run;
import static org.peerlock.cli.Eventually.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.Peerlock;
import org.peerlock.cli.CommandResult;
import org.peerlock.cli.Main;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.registry.FileRegistryStore;
import org.peerlock.registry.TaggedBytes;
import tools.jackson.databind.JsonNode;

/** {@code peerlock doctor}, with real processes, and with registries in which something is wrong. */
@Timeout(120)
class DoctorCommandTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    /** Nobody renews it, or is evicted, while a test runs, and no machine is too slow for it. */
    private static final Duration LEASE = Duration.ofHours(1);

    private static final SecureRandom RANDOM = new SecureRandom();

    @TempDir
    Path temporary;

    private CommandResult doctor(Path registry, String... more) {
        return run(Stream.concat(
                        Stream.of(
                                "doctor",
                                "orders",
                                "--for",
                                "10ms",
                                "--timeout",
                                "60s",
                                "--registry",
                                registry.toString()),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    private JsonNode json(Path registry, String... more) {
        CommandResult result = doctor(
                registry, Stream.concat(Stream.of("--json"), Stream.of(more)).toArray(String[]::new));
        assertThat(result.err()).isEmpty();
        return result.json();
    }

    private Path folder() {
        return temporary.resolve("registry");
    }

    private Peerlock join() throws InterruptedException {
        return Peerlock.builder("orders")
                .directory(folder())
                .lease(LEASE)
                .label("shop")
                .join();
    }

    /** The finding of this check. */
    private static JsonNode finding(JsonNode report, String check) {
        List<JsonNode> findings = StreamSupport.stream(report.get("findings").spliterator(), false)
                .filter(each -> each.get("check").asString().equals(check))
                .toList();
        assertThat(findings).as(check).hasSize(1);
        return findings.get(0);
    }

    private static void assertFound(JsonNode report, String check, String level, String text) {
        JsonNode finding = finding(report, check);
        assertThat(finding.get("level").asString()).as(finding.toString()).isEqualTo(level);
        assertThat(finding.get("text").asString()).contains(text);
    }

    private static TaggedBytes content(Path registry) throws IOException {
        return FileRegistryStore.ofObserver(registry).read(LONG);
    }

    private static ClusterState state(Path registry) throws Exception {
        return ClusterStateText.read(content(registry).content());
    }

    /** Writes a registry as somebody could who has copied or changed it. */
    private static void write(Path registry, byte[] content) throws IOException {
        FileRegistryStore store = new FileRegistryStore(registry);
        assertThat(store.compareAndSet(store.read(LONG).tag(), content, LONG)).isTrue();
    }

    /** A registry of which somebody has changed a copy. */
    private Path copy(UnaryOperator<ClusterState> change) throws Exception {
        Path copy = temporary.resolve("copy");
        write(copy, ClusterStateText.write(change.apply(state(folder()))));
        return copy;
    }

    /** A registry with one process, of which nothing is known but its address. */
    private Path withMemberAt(String address) throws IOException {
        ClusterState empty = ClusterState.create(
                Incarnation.draw(RANDOM),
                RegistrySecret.draw(RANDOM),
                "orders",
                new ClusterSettings(1, "naimi-trehel"),
                1,
                null);
        RegistryCommand.Join join = new RegistryCommand.Join(
                Incarnation.draw(RANDOM),
                Endpoint.plain(address),
                ProtocolRange.OF_LIBRARY,
                new LeaseTerms(60_000, 10_000),
                0);
        write(folder(), ClusterStateText.write(empty.apply(join).orElseThrow()));
        return folder();
    }

    @Test
    void theHelpEqualsTheGoldenFile() throws IOException {
        run("doctor", "--help").equalsGoldenFile("doctor-help");
    }

    // All is well

    @Test
    void aMemberOfThisProcessIsWell() throws Exception {
        try (Peerlock member = join()) {
            byte[] before = content(folder()).content();
            JsonNode report = json(folder());
            assertThat(content(folder()).content()).isEqualTo(before);
            assertFound(report, "registry", "ok", "1 process is registered.");
            assertFound(report, "registry reads", "ok", "with the lease of 60 min");
            assertFound(report, "registry durability", "ok", "file system = ");
            assertFound(report, "member", "ok", "(shop) at 127.0.0.1:");
            assertFound(report, "address", "ok", "Only processes of this machine reach it.");
            assertFound(report, "port", "ok", "It could listen there now.");
            assertThat(report.get("firewall")).isEmpty();
            JsonNode seen = report.get("members").get(0);
            assertThat(seen.get("id").asString())
                    .isEqualTo(member.members().get(0).peer().id());
            assertThat(seen.get("version").asString()).isEqualTo(Peerlock.version());
            JsonNode last = seen.get("connections").get(seen.get("connections").size() - 1);
            assertThat(last.get("by").asString()).isEqualTo("TCP");
            assertThat(last.get("roundTripMillis")).hasSize(5);
            assertThat(report.get("clocks").get("waits").asInt()).isPositive();
        }
    }

    @Test
    void theTextNamesEverySection() throws Exception {
        try (Peerlock member = join()) {
            assertThat(member.cluster()).isEqualTo("orders");
            CommandResult result = doctor(folder());
            assertThat(result.err()).isEmpty();
            assertThat(result.out())
                    .startsWith("Cluster 'orders', as seen from this machine\n\nREGISTRY\nok       It can be read: ")
                    .contains("\nMEMBERS\nok       Node ", "\nCLOCKS\n", "\nADDRESSES\nok       A process here")
                    .contains("\nA firewall need not allow anything: all connections stay on this machine.\n");
            assertThat(result.exit()).isIn(Exit.OK, Exit.DOES_NOT_HOLD); // a busy machine has late threads
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aMemberOfAnotherProcessIsDialedUntilItHasDied() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of("run", "till", "--cluster", "orders", "--registry", folder().toString()));
        command.addAll(List.of("--", "sleep", "600"));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            await(() -> Files.exists(folder().resolve("cluster-state"))
                    && doctor(folder()).out().contains("(sleep, pid "));
            assertThat(finding(json(folder()), "member").get("text").asString())
                    .contains(" has proved itself, and answers by Unix socket within "); // however late
            process.destroyForcibly().waitFor();
            assertFound(json(folder()), "member", "warning", " has died.");
        } finally {
            process.destroyForcibly();
        }
    }

    /** What a member would notice. */
    @Test
    void nothingIsWrittenOrCreated() throws Exception {
        try (Peerlock member = join()) {
            List<Path> files;
            try (Stream<Path> all = Files.list(folder())) {
                files = all.sorted().toList();
            }
            long epoch = member.members().get(0).epoch();
            assertThat(doctor(folder()).out()).contains("MEMBERS");
            try (Stream<Path> all = Files.list(folder())) {
                assertThat(all.sorted().toList()).isEqualTo(files);
            }
            assertThat(member.members().get(0).epoch()).isEqualTo(epoch);
        }
    }

    @Test
    void testWritesAreMadeOnlyOnRequest() throws Exception {
        try (Peerlock member = join()) {
            assertThat(member.cluster()).isEqualTo("orders");
            byte[] before = content(folder()).content();
            assertThat(json(folder()).get("registry").get("writes").isNull()).isTrue();
            JsonNode report = json(folder(), "--write");
            assertThat(report.get("registry").get("writes").get("problems")).isEmpty();
            assertFound(report, "registry writes", "ok", "Test writes to another record take ");
            assertThat(content(folder()).content()).isEqualTo(before);
            assertThat(folder().resolve("peerlock-check")).isDirectory();
        }
    }

    // Members

    @Test
    void aClosedPortIsAProblem() throws Exception {
        try (Socket owner = new Socket()) { // nobody else can take the port
            owner.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            CommandResult result = doctor(withMemberAt("127.0.0.1:" + owner.getLocalPort()), "--json");
            assertThat(result.exit()).isEqualTo(Exit.DOES_NOT_HOLD);
            assertFound(result.json(), "member", "problem", "cannot be reached by TCP: the connection is refused.");
            assertThat(finding(result.json(), "member").get("remedy").asString())
                    .contains("see whether it listens there");
        }
    }

    @Test
    void aHostThatCannotBeResolvedIsAProblem() throws Exception {
        // Without encryption only loopback addresses are dialed, so that of a process with a certificate is used.
        Path folder = withMemberAt("127.0.0.1:7000");
        ClusterState state = state(folder);
        write(folder, ClusterStateText.write(withEndpoint(state, "no-such-host.invalid:7000", "a".repeat(64))));
        assertFound(json(folder), "member", "problem", "there is no host no-such-host.invalid");
    }

    @Test
    void aMemberThatProtectsItsConnectionsInAnotherWayIsAProblem() throws Exception {
        Path folder = withMemberAt("127.0.0.1:7000");
        write(folder, ClusterStateText.write(withEndpoint(state(folder), "127.0.0.1:7000", Endpoint.AUTHORITY)));
        assertFound(json(folder), "member", "problem", "its certificate is signed by an authority");
    }

    @Test
    void aProcessThatSaysNothingIsAProblem() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String folder = withMemberAt("127.0.0.1:" + silent.getLocalPort()).toString();
            CommandResult result =
                    run("doctor", "orders", "--json", "--for", "10ms", "--timeout", "200ms", "--registry", folder);
            assertFound(result.json(), "member", "problem", "it does not answer within 200 ms");
        }
    }

    @Test
    void aMemberWithAnotherSecretIsAProblem() throws Exception {
        try (Peerlock member = join()) {
            assertThat(member.cluster()).isEqualTo("orders");
            Path copy = copy(state -> state.withSecret(RegistrySecret.draw(RANDOM)));
            JsonNode report = json(copy);
            assertFound(report, "member", "problem", "another process listens there");
            assertThat(report.get("members")
                            .get(0)
                            .get("connections")
                            .get(0)
                            .get("problemKind")
                            .asString())
                    .isEqualTo("UNPROVEN");
            assertThat(report.toString()).doesNotContain(secret(folder()), secret(copy));
        }
    }

    /** The member is on this machine, so its Unix socket is tried first. There the kernel vouches for it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aMemberWithAnotherCertificateCannotBeReachedByTls() throws Exception {
        try (Peerlock member = Peerlock.builder("orders")
                .directory(folder())
                .lease(LEASE)
                .listen(":0") // not only this machine could connect, so it encrypts
                .join()) {
            assertThat(member.cluster()).isEqualTo("orders");
            JsonNode good = json(folder());
            assertFound(good, "member", "ok", "by TLS within ");
            assertFound(good, "protection", "problem", "it encrypts its connections, and this node does not");
            assertThat(json(folder(), "--listen", ":0").toString()).doesNotContain("protection");
            Path copy = copy(state -> withEndpoint(
                    state, state.members().values().iterator().next().address(), "a".repeat(64)));
            JsonNode report = json(copy);
            assertFound(report, "member", "warning", "by TLS it cannot be reached: another process listens there");
            assertThat(report.get("members")
                            .get(0)
                            .get("connections")
                            .get(1)
                            .get("problemKind")
                            .asString())
                    .isEqualTo("OTHER_CERTIFICATE");
        }
    }

    private static ClusterState withEndpoint(ClusterState state, String address, String certificate) {
        SortedMap<Incarnation, MemberRecord> members = new TreeMap<>();
        state.members()
                .forEach((id, member) -> members.put(
                        id,
                        new MemberRecord(
                                new Endpoint(address, certificate),
                                member.protocols(),
                                member.lease(),
                                member.algorithms(),
                                member.joined(),
                                member.stamp(),
                                member.unreachable(),
                                member.unknownLines())));
        return with(state, state.settings(), members);
    }

    private static ClusterState with(
            ClusterState state, ClusterSettings settings, SortedMap<Incarnation, MemberRecord> members) {
        return new ClusterState(
                state.registryId(),
                state.secret(),
                state.revision(),
                state.cluster(),
                settings,
                state.maxEpoch(),
                state.current(),
                state.next(),
                members,
                state.unknownLines());
    }

    private static String secret(Path registry) throws Exception {
        String text = new String(content(registry).content(), UTF_8);
        String secret = text.lines()
                .filter(line -> line.startsWith("secret "))
                .findFirst()
                .orElseThrow();
        return secret.substring("secret ".length());
    }

    @Test
    void membersOfALaterVersionAreDialedAllTheSame() throws Exception {
        try (Peerlock member = join()) {
            assertThat(member.cluster()).isEqualTo("orders");
            Path copy = copy(state -> {
                SortedMap<Incarnation, MemberRecord> members = new TreeMap<>();
                state.members()
                        .forEach((id, record) -> members.put(
                                id,
                                new MemberRecord(
                                        record.endpoint(),
                                        new ProtocolRange(1, 9),
                                        record.lease(),
                                        record.algorithms(),
                                        record.joined(),
                                        record.stamp(),
                                        record.unreachable(),
                                        record.unknownLines())));
                return with(state, state.settings().withProtocol(9), members);
            });
            JsonNode report = json(copy);
            assertFound(report, "version", "problem", "protocol: here " + ProtocolRange.OF_LIBRARY);
            assertFound(report, "member", "ok", "has proved itself");
        }
    }

    // The registry

    @Test
    void aRegistryThatCannotBeReachedKeepsNoOtherCheckFromBeingMade() throws Exception {
        try (Socket owner = new Socket()) {
            owner.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String url = "etcd://user:geheim@127.0.0.1:" + owner.getLocalPort() + "/locks";
            for (String json : List.of("--json", "--timeout=1s")) {
                CommandResult result = run("doctor", "orders", "--for", "10ms", "--registry", url, json);
                assertThat(result.exit()).isEqualTo(Exit.UNAVAILABLE);
                assertThat(result.out() + result.err()).doesNotContain("geheim");
                if (json.equals("--json")) {
                    assertFound(result.json(), "registry", "problem", "It cannot be read: ");
                    assertFound(result.json(), "address", "ok", "A process here would listen at ");
                    assertThat(finding(result.json(), "clock").get("level").asString())
                            .isEqualTo("ok");
                    assertThat(result.json().get("members")).isEmpty();
                } else {
                    assertThat(result.out()).contains("Not checked, because the registry does not tell them.");
                }
            }
        }
    }

    @Test
    void aClusterThatDoesNotExistIsNotCreated() throws Exception {
        CommandResult result = doctor(folder());
        assertThat(result.exit()).isEqualTo(Exit.NO_FILE);
        assertThat(result.out())
                .contains("warning  No process has joined this cluster: there is no directory " + folder(), "CLOCKS");
        assertThat(folder()).doesNotExist();
        Files.createDirectory(
                folder(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        assertThat(doctor(folder()).exit()).isEqualTo(Exit.NO_FILE);
        assertThat(folder()).isEmptyDirectory();
    }

    @Test
    void theRegistryOfAnotherClusterIsAProblem() throws Exception {
        Peerlock.builder("invoices").directory(folder()).join().close();
        CommandResult result = doctor(folder(), "--json");
        assertThat(result.exit()).isEqualTo(Exit.UNAVAILABLE);
        assertFound(result.json(), "registry", "problem", "it is that of cluster 'invoices'");
    }

    @Test
    void aDamagedRegistryIsAProblem() throws Exception {
        write(folder(), "something else".getBytes(UTF_8));
        CommandResult result = doctor(folder(), "--json");
        assertThat(result.exit()).isEqualTo(Exit.BAD_DATA);
        assertFound(result.json(), "registry", "problem", "cannot be understood");
    }

    /** An observer can read it, but a process would refuse it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aDirectoryThatOthersMayReadIsAProblem() throws Exception {
        Path folder = withMemberAt("127.0.0.1:7000");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertFound(json(folder), "registry use", "problem", "could not keep its lease in the registry: ");
    }

    @Test
    void aFileInsteadOfADirectoryIsAProblem() throws Exception {
        Path file = Files.writeString(temporary.resolve("file"), "");
        CommandResult result = doctor(file, "--json");
        assertThat(result.exit()).isEqualTo(Exit.UNAVAILABLE);
        assertFound(result.json(), "registry", "problem", "It cannot be read: ");
    }

    // Addresses

    @Test
    void aPortThatIsTakenIsAWarning() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            JsonNode report = json(folder(), "--listen", "127.0.0.1:" + taken.getLocalPort());
            assertFound(report, "port", "warning", "Other processes listen at " + taken.getLocalPort());
        }
    }

    @Test
    void aPortThatAMemberHasIsWell() throws Exception {
        try (Peerlock member = join()) {
            String address = member.members().get(0).peer().address();
            assertFound(json(folder(), "--listen", address), "port", "ok", "of this cluster listens there now");
        }
    }

    @Test
    void anAddressOfAnotherMachineIsAProblem() {
        JsonNode report = json(folder(), "--listen", "192.0.2.1:7100");
        assertFound(report, "port", "problem", "It could not listen there: ");
    }

    @Test
    void aFirewallIsTold() throws Exception {
        Path folder = withMemberAt("127.0.0.1:7000");
        ClusterState state = state(folder);
        write(folder, ClusterStateText.write(withEndpoint(state, "no-such-host.invalid:7000", "a".repeat(64))));
        JsonNode rules = json(folder, "--listen", ":7100-7110", "--advertise", "192.0.2.1")
                .get("firewall");
        assertThat(rules.get(0).toString())
                .contains("\"from\":\"no-such-host.invalid\",\"to\":\"192.0.2.1\",\"ports\":\"7100-7110\"");
        assertThat(rules.get(2).toString())
                .contains("\"from\":\"this machine\",\"to\":\"no-such-host.invalid\",\"ports\":\"7000\"");
        assertFound(
                json(folder),
                "loopback",
                "problem",
                "A process here would advertise a loopback address, but others do");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theRangeOfFreePortsIsKnown() {
        assertThat(AddressExaminer.anyPorts()).matches("\\d+-\\d+");
    }

    // The command line

    @ParameterizedTest
    @ValueSource(
            strings = {
                "doctor a b",
                "doctor a --cluster b",
                "doctor x/y",
                "doctor --for 0",
                "doctor --timeout soon",
                "doctor --listen nowhere:x",
                "doctor --advertise :7100",
                "doctor --registry redis://user:secret@host"
            })
    void aWrongCommandLineIsRefusedWithAHint(String line) throws IOException {
        run(line.split(" ")).failsAsInGoldenFile(line.replaceAll("[^a-z0-9]+", "-"));
    }
}
