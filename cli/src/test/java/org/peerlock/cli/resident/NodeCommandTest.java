package org.peerlock.cli.resident;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.CommandResult.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.cli.CommandResult;
import org.peerlock.cli.client.ClientGrant;
import org.peerlock.cli.client.ClusterClient;
import org.peerlock.cli.client.ClusterClients;
import org.peerlock.cli.client.ClusterOptions;
import org.peerlock.cli.client.JoinOptions;
import org.peerlock.cli.client.LockRequest;
import org.peerlock.cli.client.ResidentClient;
import org.peerlock.cli.terminal.Exit;
import picocli.CommandLine;

class NodeCommandTest {

    @TempDir
    Path directory;

    @Test
    void theHelpIsAsTheGoldenFileHasIt() throws IOException {
        run("node", "--help").equalsGoldenFile("node-help");
    }

    @Test
    void theExamplePassesTheTokenInNoArgumentThatOtherUsersSee() {
        assertThat(run("node", "--help").out().replace("\\\n", ""))
                .contains("node.token")
                .doesNotContainPattern("curl.*(Bearer|node\\.token)");
    }

    @Test
    void whatCannotBeIsRefused() throws IOException {
        CommandResult port = run("node", "--registry", directory.toString(), "--port", "70000");
        assertThat(port.exit()).isEqualTo(Exit.USAGE);
        assertThat(port.err())
                .startsWith("peerlock: there is no port 70000; choose one from 1 to 65535, or 0 for any free port\n");
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String taken = String.valueOf(other.getLocalPort());
            CommandResult inUse = run("node", "--registry", directory.toString(), "--port", taken);
            assertThat(inUse.exit()).isEqualTo(Exit.UNAVAILABLE);
            assertThat(inUse.err())
                    .contains("peerlock: cannot listen at ")
                    .endsWith("; choose another --port, or 0 for any free port\n");
        }
        CommandResult nowhere = run("node", "--registry", "");
        assertThat(nowhere.exit()).isEqualTo(Exit.USAGE);
        assertThat(nowhere.err())
                .startsWith("peerlock: --registry is empty; give a directory or a URL, or leave out --registry\n");

        CommandResult cluster = run("node", "--registry", directory.toString(), "--cluster", "../other");
        assertThat(cluster.exit()).isEqualTo(Exit.USAGE);
        assertThat(cluster.err()).endsWith("unlike '../other'; choose another --cluster or --label\n");

        Path file = Files.createFile(directory.resolve("file"));
        CommandResult registry = run("node", "--registry", file.toString());
        assertThat(registry.exit()).isEqualTo(Exit.UNAVAILABLE);
        assertThat(registry.err())
                .startsWith("peerlock: the registry cannot be used: ")
                .endsWith("; choose another directory with --registry\n");

        Path deep = directory.resolve("d".repeat(100));
        CommandResult longPath = run("node", "--registry", deep.toString());
        assertThat(longPath.exit()).isEqualTo(Exit.USAGE);
        assertThat(longPath.err())
                .contains(" bytes, but the path of a Unix-domain socket may have only 107;")
                .endsWith("choose a shorter directory with --registry\n");
    }

    /** Tells the process to end, and sees how it does. */
    @Test
    void itServesOthersUntilItIsToldToEnd() throws Exception {
        String[] place = {"--registry", directory.toString()};
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.peerlock.cli.Main",
                        "node",
                        place[0],
                        place[1])
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = process.inputReader()) {
            assertThat(out.readLine())
                    .isEqualTo("peerlock: node of cluster 'default' listening at "
                            + directory.toRealPath().resolve("node.sock"));
            try (ClusterClient clusterClient = ClusterClients.open(
                    CommandLine.populateCommand(new ClusterOptions(), place), new JoinOptions(), "not needed")) {
                assertThat(clusterClient).isInstanceOf(ResidentClient.class);
                ClientGrant clientGrant = clusterClient
                        .acquire(LockRequest.exclusive("x", "test"), Duration.ofSeconds(60))
                        .orElseThrow();
                clientGrant.close();
                assertThat(run("node", place[0], place[1]).err())
                        .startsWith("peerlock: a resident node is running at ");
            }
            process.destroy();
            assertThat(process.waitFor(60, SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(Exit.OK);
            assertThat(directory.resolve("node.sock")).doesNotExist();
            assertThat(directory.resolve("node.token")).doesNotExist();
        } finally {
            process.destroyForcibly();
        }
    }
}
