package org.peerlock.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;
import org.peerlock.bench.harness.LockWorkload;
import org.peerlock.bench.network.Namespaces;
import org.peerlock.bench.process.Host;
import picocli.CommandLine;

/** Short runs with real hosts: do they work, not how fast are they. Without root they are skipped. */
class HostsCommandTest {

    @TempDir
    private Path directory;

    /** The registry is a file, so that no server is needed. A process must then be told its address. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void threeHostsShareALock(boolean plainText) throws Exception {
        requireHosts();
        Map<String, String> options =
                Map.of("cluster", "bench", "registry", "file:" + directory, "plain-text", Boolean.toString(plainText));
        try (BenchmarkHosts hosts = BenchmarkHosts.several();
                WorkerGroup workers = new WorkerGroup(
                        LockImplementation.PEERLOCK,
                        3,
                        hosts.workers().stream()
                                .map(HostsCommandTest::listening)
                                .toList(),
                        directory.resolve("log"))) {
            workers.open(3, options);
            LoadMeasurement measurement = new LoadRunner(directory, hosts.counters(), 200, 1_000)
                    .measure(workers, 3, LockWorkload.exclusive(2, 3));
            workers.call(3, "close", Map.of());

            assertThat(measurement.handOffs()).isPositive();
            assertThat(measurement.packetsPerAcquisition()).isPositive();
        }
    }

    private static Host listening(Host host) {
        return new Host(host.address(), host.prefix(), Map.of("PEERLOCK_LISTEN", host.address()));
    }

    @Test
    void twoHostsExchangeMessages() throws Exception {
        requireHosts();
        try (BenchmarkHosts hosts = BenchmarkHosts.several()) {
            assertThat(PingPong.roundTripNanos(hosts, directory.resolve("log"), 0, 200))
                    .isPositive();
        }
    }

    @Test
    void nothingIsLeftOfTheHosts() throws Exception {
        requireHosts();
        List<Path> namespaces;
        try (BenchmarkHosts hosts = BenchmarkHosts.several()) {
            namespaces =
                    hosts.workers().stream().map(HostsCommandTest::namespace).toList();
            assertThat(namespaces).hasSize(3).allMatch(Files::exists);
        }
        assertThat(namespaces).noneMatch(Files::exists);
    }

    private static Path namespace(Host host) {
        return Path.of("/run/netns", host.prefix().get(host.prefix().size() - 1));
    }

    @Test
    void aWorkloadOfOneProcessIsRefused() {
        StringWriter err = new StringWriter();

        int exitCode =
                new CommandLine(new BenchCommand()).setErr(new PrintWriter(err)).execute("hosts", "--only", "W1,W2");

        assertThat(exitCode).isEqualTo(WorkloadCommand.USAGE);
        assertThat(err.toString()).contains("unknown workload 'W1': the workloads are W2, W4, W5, W6");
    }

    private static void requireHosts() {
        Namespaces.missing().ifPresent(sentence -> {
            throw new TestAbortedException(sentence);
        });
    }
}
