package org.peerlock.bench.storm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.peerlock.Peerlock;
import org.peerlock.RegistryUnavailableException;
import org.peerlock.bench.harness.Options;
import org.peerlock.bench.process.ConnectionResetter;
import org.peerlock.bench.storm.StormEvent.Left;

/**
 * The main class of a process in a storm. It joins the cluster, replies that it is ready, and uses
 * locks until it gets a command to {@link #FINISH} or to {@link #LEAVE}. It exits at the end of its
 * standard input.
 */
public final class StormNode {

    /** Take each lock once more, and leave. */
    static final String FINISH = "finish";
    /** Leave, whatever the threads do. */
    static final String LEAVE = "leave";
    /** Reset all connections. */
    static final String CUT = "cut";
    /** Set the calendar: {@code calendar=-5000} is five seconds behind. */
    static final String CALENDAR = "calendar=";

    static final String READY = "ready";
    static final String LEFT = "left";

    private static final String CALENDAR_PROPERTY = "org.peerlock.internal.trial.calendar-step-millis";
    private static final int THREADS = 6;
    private static final Duration JOIN_TIMEOUT = Duration.ofMinutes(1);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Peerlock peerlock;
    private final StormRecord record;
    private final PrintStream replies;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean finishing;

    private StormNode(Peerlock peerlock, StormRecord record, PrintStream replies) {
        this.peerlock = peerlock;
        this.record = record;
        this.replies = replies;
    }

    /**
     * What a process must know.
     *
     * @param registry its URL
     * @param number of the process, from 1
     */
    record Settings(
            String registry, ProcessWork work, Path record, Path resources, String label, int number, long seed) {

        String line() {
            Map<String, String> values = new TreeMap<>();
            values.put("registry", registry);
            values.put("lease-millis", Long.toString(work.lease().toMillis()));
            values.put("outage-millis", Long.toString(work.outage().toMillis()));
            values.put("holders", Integer.toString(work.holders()));
            values.put("record", record.toString());
            values.put("resources", resources.toString());
            values.put("label", label);
            values.put("number", Integer.toString(number));
            values.put("seed", Long.toString(seed));
            return Options.write(values);
        }

        static Settings parse(String line) {
            Map<String, String> values = Options.read(line);
            return new Settings(
                    Options.text(values, "registry"),
                    new ProcessWork(
                            Duration.ofMillis(Options.number(values, "lease-millis")),
                            Duration.ofMillis(Options.number(values, "outage-millis")),
                            Options.number(values, "holders")),
                    Path.of(Options.text(values, "record")),
                    Path.of(Options.text(values, "resources")),
                    Options.text(values, "label"),
                    Options.number(values, "number"),
                    Long.parseLong(Options.text(values, "seed")));
        }
    }

    /** The argument is a line of {@link Settings}. */
    public static void main(String[] arguments) throws Exception {
        PrintStream replies = System.out;
        System.setOut(System.err); // what libraries print goes to the log
        ConnectionResetter.enable();
        Settings settings = Settings.parse(arguments[0]);
        StormNode node = new StormNode(join(settings), new StormRecord(settings.record()), replies);
        node.start(settings);
        node.executeCommands();
        Runtime.getRuntime().halt(0); // the parent process is gone
    }

    /** Tries until it succeeds: perhaps the registry does not work at the moment. */
    private static Peerlock join(Settings settings) throws InterruptedException {
        while (true) {
            try {
                return Peerlock.builder("storm")
                        .registry(settings.registry())
                        .lease(settings.work().lease())
                        .registryOutage(settings.work().outage())
                        .label(settings.label())
                        .joinTimeout(JOIN_TIMEOUT.plus(settings.work().outage()))
                        .join();
            } catch (RegistryUnavailableException | UncheckedIOException e) {
                System.err.println("Joining again: " + e);
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private void start(Settings settings) throws IOException, InterruptedException {
        ProcessWork work = settings.work();
        RecordedLocks locks = new RecordedLocks(new FencedResources(settings.resources(), work.locks()), record);
        if (work.isOutage()) {
            HoldingThread holder = new HoldingThread(peerlock, locks, () -> finishing);
            holder.acquire(OutageLocks.heldBy(settings.number(), work.holders()));
            start(holder);
            OutageLocks.passed().forEach(lock -> start(new PassingThread(lock, peerlock, locks, () -> finishing)));
        } else {
            SplittableRandom random = new SplittableRandom(settings.seed());
            for (int i = 0; i < THREADS; i++) {
                int steps = i == 0 ? StormThread.LONG_HOLDS : StormThread.SHORT_HOLDS;
                start(new StormThread(peerlock, locks, steps, () -> finishing, random.split()));
            }
        }
        replies.println(READY);
    }

    private void start(Runnable work) {
        Thread thread = new Thread(work, "storm-" + threads.size());
        thread.setDaemon(true); // does not keep the process from exiting
        threads.add(thread);
        thread.start();
    }

    private void executeCommands() throws IOException, InterruptedException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String command = commands.readLine(); command != null; command = commands.readLine()) {
            switch (command) {
                case FINISH -> finish();
                case LEAVE -> leave();
                case CUT -> ConnectionResetter.reset();
                default -> setCalendar(command);
            }
        }
    }

    private static void setCalendar(String command) {
        if (!command.startsWith(CALENDAR)) {
            throw new IllegalArgumentException("unknown command '" + command + "'");
        }
        System.setProperty(CALENDAR_PROPERTY, command.substring(CALENDAR.length()));
    }

    private void finish() throws InterruptedException {
        finishing = true;
        awaitThreads();
        leave();
    }

    private void leave() throws InterruptedException {
        peerlock.close();
        awaitThreads();
        record.append(new Left(System.nanoTime()));
        replies.println(LEFT);
    }

    private void awaitThreads() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
