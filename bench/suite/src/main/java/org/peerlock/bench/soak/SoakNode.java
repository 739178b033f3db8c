package org.peerlock.bench.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Recorder;
import org.peerlock.Peerlock;
import org.peerlock.bench.process.ConnectionResetter;

/**
 * The main class of a process in a soak. It joins the cluster, reports that it is ready, and uses
 * locks until it gets the command {@code stop}. On the command {@code statistics} it reports its
 * {@link ProcessStatistics}. It exits at the end of its standard input.
 */
public final class SoakNode {

    static final String STATISTICS = "statistics";
    static final String STOP = "stop";

    private static final int THREADS = 6;
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration RESET_INTERVAL = Duration.ofSeconds(5);

    private final Peerlock peerlock;
    private final SoakReporter reporter;
    private final Recorder latencies = new Recorder(TimeUnit.MINUTES.toNanos(1), 2);
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    private SoakNode(Peerlock peerlock, SoakReporter reporter) {
        this.peerlock = peerlock;
        this.reporter = reporter;
    }

    /** Arguments: the registry's directory, the ledger's file, the node and the incarnation. */
    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        System.setOut(System.err); // what libraries print goes to the log
        ConnectionResetter.enable();
        int node = Integer.parseInt(arguments[2]);
        long incarnation = Long.parseLong(arguments[3]);
        SoakReporter reporter = new SoakReporter(out);
        Peerlock peerlock = Peerlock.builder("soak")
                .directory(Path.of(arguments[0]))
                .label("node " + node + ", incarnation " + incarnation)
                .joinTimeout(JOIN_TIMEOUT)
                .join();
        SoakNode soakNode = new SoakNode(peerlock, reporter);
        soakNode.start(SoakLedger.open(Path.of(arguments[1]), reporter::anomaly), node, incarnation);
        soakNode.executeCommands();
        Runtime.getRuntime().halt(0); // the parent process is gone
    }

    private void start(SoakLedger ledger, int node, long incarnation) {
        for (int i = 0; i < THREADS; i++) {
            SplittableRandom random = new SplittableRandom();
            LockTaskGenerator tasks = new LockTaskGenerator(peerlock, ledger, node, incarnation, random);
            Thread thread = new Thread(
                    new LockTaskRunner(tasks, ledger, reporter, latencies, () -> !stopped, random), "lock-tasks-" + i);
            thread.setDaemon(true); // does not keep the process from exiting
            threads.add(thread);
            thread.start();
        }
        ConnectionResetter.start(RESET_INTERVAL);
        reporter.send(SoakReporter.READY);
    }

    private void executeCommands() throws IOException, InterruptedException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String command = commands.readLine(); command != null; command = commands.readLine()) {
            switch (command) {
                case STATISTICS ->
                    reporter.send(SoakReporter.STATISTICS
                            + ProcessStatistics.take(
                                            latencies.getIntervalHistogram(),
                                            peerlock.statistics().viewChanges())
                                    .line());
                case STOP -> stop();
                default -> throw new IllegalArgumentException("unknown command '" + command + "'");
            }
        }
    }

    private void stop() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
        peerlock.close();
        reporter.send(SoakReporter.STOPPED);
    }
}
