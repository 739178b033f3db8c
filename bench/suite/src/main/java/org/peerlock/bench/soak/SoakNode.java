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

/**
 * The main class of a process that is soaked. It joins, says so, and visits locks until it is told to {@code stop}; asked for its {@code vitals}
 * it says how it is. It ends with its standard input.
 */
public final class SoakNode {

    static final String VITALS = "vitals";
    static final String STOP = "stop";

    private static final int VISITORS = 6;
    private static final Duration PATIENCE_TO_JOIN = Duration.ofSeconds(60);
    private static final Duration BETWEEN_RESETS = Duration.ofSeconds(5);

    private final Peerlock peerlock;
    private final SoakReporter soakReporter;
    private final Recorder waits = new Recorder(TimeUnit.MINUTES.toNanos(1), 2);
    private final List<Thread> visitors = new ArrayList<>();
    private volatile boolean stopped;

    private SoakNode(Peerlock peerlock, SoakReporter soakReporter) {
        this.peerlock = peerlock;
        this.soakReporter = soakReporter;
    }

    /** Its arguments are the directory where the processes meet, the file that they share, its node and its life. */
    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        System.setOut(System.err); // whatever else is printed here belongs into the log
        ConnectionResetter.prepare();
        int node = Integer.parseInt(arguments[2]);
        long life = Long.parseLong(arguments[3]);
        SoakReporter soakReporter = new SoakReporter(out);
        Peerlock peerlock = Peerlock.builder("soak")
                .directory(Path.of(arguments[0]))
                .label("node " + node + ", life " + life)
                .joinTimeout(PATIENCE_TO_JOIN)
                .join();
        SoakNode soaked = new SoakNode(peerlock, soakReporter);
        soaked.start(Ledger.open(Path.of(arguments[1]), soakReporter::find), node, life);
        soaked.obey();
        Runtime.getRuntime().halt(0); // whoever could tell it something is gone
    }

    private void start(Ledger ledger, int node, long life) {
        for (int i = 0; i < VISITORS; i++) {
            SplittableRandom random = new SplittableRandom();
            LockTaskGenerator lockTaskGenerator = new LockTaskGenerator(peerlock, ledger, node, life, random);
            Thread thread = new Thread(
                    new LockTaskRunner(lockTaskGenerator, ledger, soakReporter, waits, () -> !stopped, random),
                    "visitor-" + i);
            thread.setDaemon(true); // the process ends with its input, whatever they do
            visitors.add(thread);
            thread.start();
        }
        ConnectionResetter.every(BETWEEN_RESETS);
        soakReporter.tell(SoakReporter.READY);
    }

    private void obey() throws IOException, InterruptedException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            switch (order) {
                case VITALS ->
                    soakReporter.tell(SoakReporter.VITALS
                            + ProcessStatistics.take(
                                            waits.getIntervalHistogram(),
                                            peerlock.statistics().viewChanges())
                                    .line());
                case STOP -> stop();
                default -> throw new IllegalArgumentException(order);
            }
        }
    }

    private void stop() throws InterruptedException {
        stopped = true;
        for (Thread visitor : visitors) {
            visitor.join();
        }
        peerlock.close();
        soakReporter.tell(SoakReporter.STOPPED);
    }
}
