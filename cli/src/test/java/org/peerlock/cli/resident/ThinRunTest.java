package org.peerlock.cli.resident;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.peerlock.cli.Eventually.LONG;
import static org.peerlock.cli.Eventually.await;
import static org.peerlock.cli.Eventually.runs;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.Inspection;
import org.peerlock.cli.client.ClientGrant;
import org.peerlock.cli.client.ClusterClient;
import org.peerlock.cli.client.ClusterClients;
import org.peerlock.cli.client.ClusterOptions;
import org.peerlock.cli.client.JoinOptions;
import org.peerlock.cli.client.LockRequest;
import org.peerlock.cli.client.ResidentFiles;
import picocli.CommandLine;

/** {@code peerlock run} without Java, with a real resident node; and what it leaves to Java. */
class ThinRunTest {

    private static final Path BIN = Path.of("src/dist/bin").toAbsolutePath();
    private static final String THIN = BIN.resolve("peerlock-run").toString();
    /** A process that was started in the background ignores SIGINT, and so would its children. */
    private static final String HEEDS_SIGNALS = "@SIG{qw(INT HUP)} = ('DEFAULT', 'DEFAULT'); exec @ARGV";

    /** With non-ASCII letters, if this process can pass them on. */
    private static final String STRANGE =
            "a \"b\" \\c\t${d}" + ("UTF-8".equals(System.getProperty("sun.jnu.encoding")) ? " é€😀" : "");

    @TempDir
    Path directory;

    private Path registry;
    private ResidentFiles residentFiles;
    private NodeServer server;
    private ClusterClient clusterClient;
    private final List<Process> started = new ArrayList<>();

    private record Outcome(int exit, String out, String err) {}

    @BeforeAll
    static void needsPerl() throws Exception {
        assumeTrue(succeeds("perl", "-MTime::HiRes", "-e", "1"), "there is no perl");
        assumeTrue(succeeds("setpriv", "--pdeathsig", "KILL", "--", "true"), "there is no setpriv");
    }

    private static boolean succeeds(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @BeforeEach
    void start() throws Exception {
        registry = Files.createTempDirectory(directory, "registry");
        residentFiles = new ResidentFiles(registry);
        ClusterOptions options = CommandLine.populateCommand(new ClusterOptions(), "--registry", registry.toString());
        server = new NodeServer(
                ClusterClients.join(ClusterClients.builder(options, new JoinOptions(), "resident")), residentFiles);
        clusterClient = ClusterClients.open(options, new JoinOptions(), "not needed");
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
        clusterClient.close();
        server.close();
    }

    /** Tries again if it was left to Java, because the node may have been slow to answer; but not for ever. */
    private List<String> thin() throws IOException {
        return thin("""
                tries=$((${TRIES:-0} + 1))
                [ $tries -lt 20 ] || { echo 'this was left to Java'; exit 99; }
                unset PEERLOCK_THIN
                TRIES=$tries exec perl '%s' "$0" "$@"
                """.formatted(THIN));
    }

    /** @param java the script that starts Java */
    private List<String> thin(String java) throws IOException {
        Path script = Files.writeString(directory.resolve("peerlock"), java);
        return List.of("perl", "-e", HEEDS_SIGNALS, "perl", THIN, script.toString());
    }

    private Process start(List<String> peerlock, String... arguments) throws IOException {
        return start(Map.of(), peerlock, arguments);
    }

    /** Starts it in the cluster of the test. */
    private Process start(Map<String, String> environment, List<String> peerlock, String... arguments)
            throws IOException {
        List<String> words = new ArrayList<>(peerlock);
        words.addAll(List.of("run", "--registry", registry.toString()));
        words.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().putAll(environment);
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private static Outcome outcome(Process process) throws IOException, InterruptedException {
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(LONG.toSeconds(), SECONDS)).isTrue();
        return new Outcome(process.exitValue(), out, err);
    }

    // With a real node

    @ParameterizedTest
    @ValueSource(strings = {"", "--timeout 1h", "--timeout=1h"})
    void aWaiterGoesOnWithJavaWhenTheNodeHasEnded(String option) throws Exception {
        ClientGrant clientGrant =
                clusterClient.acquire(LockRequest.exclusive("x", ""), LONG).orElseThrow();
        assertThat(clientGrant.fence()).isPositive();
        List<String> words = new ArrayList<>(List.of("x"));
        words.addAll(option.isEmpty() ? List.of() : List.of(option.split(" ")));
        words.addAll(List.of("--", "echo", "run"));
        Process waiter = start(thin("echo \"$@\""), words.toArray(String[]::new));
        await(() -> clusterClient.inspect("x").waiters().size() == 1);
        server.stop();
        Outcome outcome = outcome(waiter);
        String rest = option.isEmpty() ? "" : "--timeout=3[56]\\d{5}ms ";
        assertThat(outcome.out()).matches("run --registry " + registry + " x " + rest + "-- echo run\n");
        assertThat(outcome.err())
                .isEqualTo("peerlock: the resident node at " + residentFiles.socket()
                        + " cannot be used: the resident node has ended. Going on without it\n");
    }

    @Test
    void aLockIsHeldAsLongAsTheCommandRuns() throws Exception {
        Process thin = start(thin(), STRANGE, "--label", "\"me\"", "--", "sh", "-c", "echo $PEERLOCK_FENCE; read line");
        String fence = thin.inputReader().readLine();
        Inspection.Holder holder = clusterClient.inspect(STRANGE).holders().get(0);
        assertThat(holder.label()).isEqualTo("\"me\"");
        assertThat(holder.fence()).isEqualTo(Long.parseLong(fence));
        assertThat(outcome(thin)).isEqualTo(new Outcome(1, "", ""));
        assertThat(clusterClient.inspect(STRANGE).holders()).isEmpty();
    }

    @Test
    void aCommandDoesNotOutliveItsClient() throws Exception {
        Process thin = start(thin(), "x", "--", "sh", "-c", "echo $$; exec sleep 600");
        long command = Long.parseLong(thin.inputReader().readLine());
        assertThat(clusterClient.inspect("x").holders().get(0).label()).isEqualTo("sh, pid " + thin.pid());
        thin.destroyForcibly().waitFor();
        await(() -> !runs(command));
        await(() -> clusterClient.inspect("x").holders().isEmpty());
    }

    @Test
    void aSignalEndsAWaiter() throws Exception {
        try (ClientGrant clientGrant =
                clusterClient.acquire(LockRequest.exclusive("x", ""), LONG).orElseThrow()) {
            assertThat(clientGrant.fence()).isPositive();
            Process thin = start(thin(), "x", "--", "echo", "run");
            await(() -> clusterClient.inspect("x").waiters().size() == 1);
            assertThat(succeeds("kill", String.valueOf(thin.pid()))).isTrue();
            assertThat(outcome(thin)).isEqualTo(new Outcome(143, "", ""));
            await(() -> clusterClient.inspect("x").waiters().isEmpty());
        }
    }

    // Left to Java

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "x",
                "x --",
                "x y -- true",
                "x true",
                "-- true",
                "x --any -- true",
                "x --try=true -- true",
                "x --try --try -- true",
                "x --try --timeout 1s -- true",
                "x --timeout soon -- true",
                "x --timeout 999h -- true",
                "x --permits 2/1 -- true",
                "x --shared --permits 1/1 -- true",
                "x --label --try -- true",
                "x --label= -- true",
                "x --cluster ../y -- true",
                "x --cluster other -- true",
                "x -- there-is-no-such-command",
                "x -- /dev/null"
            })
    void anUnusualCommandLineIsLeftToJava(String arguments) throws Exception {
        isLeftToJava(arguments.split(" ", -1));
    }

    private void isLeftToJava(String... arguments) throws Exception {
        String words = "<run><--registry><" + registry + "><" + String.join("><", arguments) + ">";
        assertThat(outcome(start(thin("printf '<%s>' \"$PEERLOCK_THIN\" \"$@\""), arguments)))
                .isEqualTo(new Outcome(0, "<no>" + words, ""));
    }

    @Test
    void textThatJavaDecodesDifferentlyIsLeftToJava() throws Exception {
        List<String> labelled = new ArrayList<>(
                List.of("sh", "-c", "exec \"$@\" --label \"$(printf '\\303\\251')\" -- echo run", "sh"));
        labelled.addAll(thin());
        assertThat(outcome(start(Map.of("LC_ALL", "C"), labelled, "x")).out()).isEqualTo("this was left to Java\n");
        assertThat(outcome(start(labelled, "x")).out()).isEqualTo("run\n");
    }

    @Test
    void withoutAResidentNodeEverythingIsLeftToJava() throws Exception {
        server.stop();
        isLeftToJava("x", "--", "true");

        writeToken();
        try (ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            killed.bind(UnixDomainSocketAddress.of(residentFiles.socket()));
        }
        assertThat(residentFiles.socket()).exists();
        isLeftToJava("x", "--", "true");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{\"protocol\":2}",
                "HTTP/1.1 200 OK\r\n\r\n",
                "",
                "[\r\n\r\n"
            })
    void aServerThatIsNoResidentNodeIsLeftToJava(String answer) throws Exception {
        server.stop();
        writeToken();
        try (ServerSocketChannel stranger = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            stranger.bind(UnixDomainSocketAddress.of(residentFiles.socket()));
            Thread answering = new Thread(() -> answer(stranger, answer));
            answering.start();
            isLeftToJava("x", "--", "true");
            answering.join();
        }
    }

    private void writeToken() throws IOException {
        Files.createFile(residentFiles.token(), BearerToken.ownerOnly(residentFiles.token()));
        Files.writeString(residentFiles.token(), "0\n");
    }

    private static void answer(ServerSocketChannel stranger, String answer) {
        try (SocketChannel connection = stranger.accept()) {
            connection.read(ByteBuffer.allocate(1000));
            connection.write(ByteBuffer.wrap(answer.getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            // The client sees that.
        }
    }

    @Test
    void theScriptNeedsNoJavaIfThereIsAResidentNode() throws Exception {
        Map<String, String> withoutJava = Map.of("JAVA_HOME", "/nowhere", "LC_ALL", "xx_YY");
        List<String> script = List.of(BIN.resolve("peerlock").toString());
        String[] served = {"x", "--", "sh", "-c", "env | grep -E 'PEERLOCK_THIN|PERL_BADLANG'"};
        Outcome thin = outcome(start(withoutJava, script, served));
        for (int tries = 1; tries < 20 && thin.exit() == 69; tries++) { // the node was slow to answer
            thin = outcome(start(withoutJava, script, served));
        }
        assertThat(thin).isEqualTo(new Outcome(1, "", ""));
        Outcome left = outcome(start(withoutJava, script, "x", "--any", "--", "true"));
        assertThat(left.exit()).isEqualTo(69);
        assertThat(left.err()).startsWith("peerlock: JAVA_HOME is /nowhere, but ");
    }
}
