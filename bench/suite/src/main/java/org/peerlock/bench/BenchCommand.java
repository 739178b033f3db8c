package org.peerlock.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.peerlock.bench.scale.MessageCountSimulation;
import org.peerlock.bench.soak.SoakCommand;
import org.peerlock.bench.storm.StormCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./peerlock bench}. */
@Command(
        name = "peerlock bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measure the throughput and latency of Peerlock's locks, and compare them with the limits of this machine and"
                    + " with other products. A full run takes about ten minutes.",
            "",
            "Keep the machine otherwise idle. No process uses a network interface other than loopback; 'peerlock bench hosts'"
                    + " measures between hosts.",
            ""
        },
        footer = {
            "",
            "Workloads (the threads do nothing while they hold a lock):",
            "  W1  one process, 1 thread, re-acquires one lock",
            "  W2  3 processes of 1 thread contend for one lock",
            "  W3  one process, 16 threads contend for one lock",
            "  W4  3 processes of 4 threads, 1000 locks, picked at random",
            "  W5  3 processes of 4 threads, one read-write lock, 90 %% reads",
            "  W6  3 processes of 4 threads, a semaphore of 3 permits"
        },
        subcommands = {HostsCommand.class, SoakCommand.class, StormCommand.class, JmhCommand.class},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the benchmark ran; it lists what it could not measure",
            "1:two threads held a lock at once, or Peerlock could not be measured",
            "64:invalid arguments",
            "66:the file for --write cannot be read or written"
        },
        exitCodeOnInvalidInput = BenchCommand.USAGE)
final class BenchCommand extends WorkloadCommand {

    static final String SECTION = "measured";

    @Option(
            names = "--scaling",
            negatable = true,
            fallbackValue = "true",
            description =
                    "Also measure every algorithm with 3, 5 and 9 processes and with up to 100 simulated nodes. This is the"
                            + " default without --only.")
    private @Nullable Boolean scaling;

    @Override
    int rounds() {
        return 1;
    }

    @Override
    List<BenchmarkCase> workloads() {
        return BenchmarkCase.ALL;
    }

    @Override
    String section() {
        return SECTION;
    }

    @Override
    BenchmarkHosts openHosts() {
        return BenchmarkHosts.oneMachine();
    }

    @Override
    void measurePeerlock(BenchmarkRun benchmarkRun, List<BenchmarkCase> cases) throws IOException {
        benchmarkRun.measurePeerlock(cases);
    }

    @Override
    List<String> summary(BenchmarkRun benchmarkRun) {
        return isQuick()
                ? List.of("The performance targets are not checked in a quick run.")
                : PerformanceTargets.table(benchmarkRun);
    }

    @Override
    List<String> measureMore(BenchmarkRun benchmarkRun) throws IOException {
        boolean wanted = scaling == null ? !isSelective() : scaling;
        if (!wanted) {
            return List.of();
        }
        AlgorithmScaling algorithms = new AlgorithmScaling(benchmarkRun);
        algorithms.run();
        List<String> tables = new ArrayList<>();
        tables.add("");
        tables.addAll(algorithms.table());
        benchmarkRun.report("every algorithm with up to 100 simulated nodes");
        tables.add("");
        MessageCountSimulation.table(MessageCountSimulation.run()).lines().forEach(tables::add);
        return tables;
    }
}
