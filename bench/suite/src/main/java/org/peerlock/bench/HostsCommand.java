package org.peerlock.bench;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.peerlock.bench.network.Namespaces;
import picocli.CommandLine.Command;

/** {@code ./peerlock bench hosts}. */
@Command(
        name = "hosts",
        mixinStandardHelpOptions = true,
        description = {
            "Measure the throughput and latency of locks between hosts: of Peerlock with TLS and with plain text, and of other"
                    + " products. A full run takes about twelve minutes.",
            "",
            "The hosts are network namespaces of this machine: three for the processes that use locks, one for the servers of"
                    + " the other products and of Peerlock's registry. A bridge connects them. Keep the machine otherwise"
                    + " idle.",
            "",
            "Needs Linux, root, and the command ip (Debian: iproute2).",
            ""
        },
        footer = {
            "",
            "Workloads (the threads do nothing while they hold a lock):",
            "  W2  3 processes of 1 thread contend for one lock",
            "  W4  3 processes of 4 threads, 1000 locks, picked at random",
            "  W5  3 processes of 4 threads, one read-write lock, 90 %% reads",
            "  W6  3 processes of 4 threads, a semaphore of 3 permits"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the benchmark ran; it lists what it could not measure",
            "1:two threads held a lock at once, or Peerlock could not be measured",
            "64:invalid arguments",
            "66:the file for --write cannot be read or written",
            "69:something is missing that the hosts need"
        },
        exitCodeOnInvalidInput = WorkloadCommand.USAGE)
final class HostsCommand extends WorkloadCommand {

    static final String SECTION = "measured across hosts";

    private static final int ROUNDS = 3;

    private @Nullable ProtectionCost protectionCost;

    @Override
    int rounds() {
        return ROUNDS;
    }

    @Override
    List<BenchmarkCase> workloads() {
        return BenchmarkCase.ALL.stream().filter(each -> each.processes() > 1).toList();
    }

    @Override
    String section() {
        return SECTION;
    }

    @Override
    BenchmarkHosts openHosts() throws IOException {
        Optional<String> missing = Namespaces.missing();
        if (missing.isPresent()) {
            throw new IOException(missing.get());
        }
        if (!ComparedProduct.POSTGRESQL.isBuilt(root())) {
            throw new IOException("there is no server for the registry of Peerlock: the libraries with PostgreSQL could"
                    + " not be downloaded. Run it where Maven can download them");
        }
        return BenchmarkHosts.several();
    }

    @Override
    void measurePeerlock(BenchmarkRun benchmarkRun, List<BenchmarkCase> cases) throws IOException {
        protectionCost = ProtectionCost.measure(benchmarkRun, root(), cases);
    }

    @Override
    List<String> summary(BenchmarkRun benchmarkRun) {
        return protectionCost == null ? List.of() : protectionCost.table();
    }
}
