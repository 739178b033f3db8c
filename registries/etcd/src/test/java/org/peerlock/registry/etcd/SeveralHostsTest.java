package org.peerlock.registry.etcd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.registry.testkit.ServerProgram;

/** Processes of three hosts with etcd on a fourth one. Only the registry is configured. */
class SeveralHostsTest {

    private static final String LOCK = "the-name-of-a-secret-lock";
    private static final int HOSTS = 3;
    private static final int PORT = 2379;

    @TempDir
    Path directory;

    private NetworkNamespaces hosts;
    private Process capturing;
    private final List<Process> servers = new ArrayList<>();
    private final List<LockProcess> processes = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        String etcd = ServerProgram.find("etcd", "etcd-server").toString();
        String tcpdump = ServerProgram.find("tcpdump", "tcpdump", "/usr/sbin/tcpdump", "/usr/bin/tcpdump")
                .toString();
        hosts = new NetworkNamespaces(directory, HOSTS);
        String url = "http://" + NetworkNamespaces.address(1) + ":" + PORT;
        startServer(List.of(
                etcd,
                "--data-dir=" + directory.resolve("etcd"),
                "--listen-client-urls=" + url,
                "--advertise-client-urls=" + url,
                "--heartbeat-interval=300",
                "--election-timeout=3000"));
        capturing = startServer(List.of(
                tcpdump,
                "-i",
                "bridge",
                "-Z",
                "root",
                "-s",
                "0",
                "-w",
                capture().toString(),
                "tcp"));
        awaitLog(capturing, "listening on");
    }

    private Process startServer(List<String> command) throws IOException {
        Process process = hosts.process(1, command)
                .redirectErrorStream(true)
                .redirectOutput(log(servers.size()).toFile())
                .start();
        servers.add(process);
        return process;
    }

    private Path log(int server) {
        return directory.resolve("server" + server + ".log");
    }

    private Path capture() {
        return directory.resolve("packets.pcap");
    }

    private void awaitLog(Process process, String text) throws Exception {
        Path log = log(servers.indexOf(process));
        while (!Files.readString(log).contains(text)) {
            if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
                throw new AssertionError(Files.readString(log));
            }
        }
    }

    @AfterEach
    void stop() throws Exception {
        for (LockProcess process : processes) {
            process.kill();
        }
        for (Process server : servers) {
            ServerProgram.kill(server);
        }
        if (hosts != null) {
            hosts.close();
        }
    }

    private LockProcess join(int host, Map<String, String> more) throws IOException {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("PEERLOCK_REGISTRY", "etcd://" + NetworkNamespaces.address(1) + ":" + PORT + "/locks");
        LockProcess process = new LockProcess(hosts, host, environment);
        processes.add(process);
        process.awaitJoined();
        return process;
    }

    /** Lets each host have the lock once, and then the first one again. */
    private void shareLock(Map<String, String> environment) throws IOException {
        List<LockProcess> all = new ArrayList<>();
        for (int host = 2; host < 2 + HOSTS; host++) {
            all.add(join(host, environment));
        }
        long before = 0;
        for (int turn = 0; turn <= HOSTS; turn++) {
            LockProcess holder = all.get(turn % HOSTS);
            long fence = holder.acquire(LOCK);
            assertThat(fence).isGreaterThan(before);
            before = fence;
            assertThat(all.get((turn + 1) % HOSTS).tries(LOCK)).isFalse();
            holder.release();
        }
    }

    /** Ends the capture. What was captured has all bytes of all packets. */
    private String captured() throws IOException, InterruptedException {
        capturing.destroy();
        capturing.waitFor();
        return Files.readString(capture(), ISO_8859_1);
    }

    @Test
    void theRegistryIsAllThatTheyNeedAndNobodyOnTheWayReadsTheNameOfALock() throws Exception {
        shareLock(Map.of());
        assertThat(captured())
                .contains("/v3/kv/") // so packets were captured
                .doesNotContain(LOCK);
    }

    /** There is no proof of death across hosts, so its lease must expire. */
    @Test
    void theLockOfAHostThatDiesPassesOn() throws Exception {
        LockProcess first = join(2, Map.of());
        LockProcess second = join(3, Map.of());
        long fence = first.acquire(LOCK);
        first.kill();
        assertThat(second.acquire(LOCK)).isGreaterThan(fence);
    }

    @Test
    void withoutEncryptionEverybodyOnTheWayReadsTheName() throws Exception {
        shareLock(Map.of("PEERLOCK_INSECURE_PLAIN_TEXT", "true"));
        assertThat(captured()).contains(LOCK);
    }
}
