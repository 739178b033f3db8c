package org.peerlock.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Watches for some time how time passes on this machine. */
final class ClockExaminer {

    private static final Path STAT = Path.of("/proc/stat");
    private static final Path UPTIME = Path.of("/proc/uptime");
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private final Duration time;

    ClockExaminer(Duration time) {
        this.time = time;
    }

    /**
     * The processors' time since the machine was started, in ticks.
     *
     * @param steal what the host of a virtual machine has given to others
     */
    record ProcessorTime(long total, long steal) {

        /**
         * Reads the first line of {@code /proc/stat}: user, nice, system, idle, iowait, irq, softirq, steal, and then two that
         * are in the first ones already.
         *
         * @return empty if this is no such text
         */
        static Optional<ProcessorTime> parse(String stat) {
            String[] words = BLANKS.split(stat.lines().findFirst().orElse("").strip(), -1);
            int steal = 8;
            if (words.length <= steal || !words[0].equals("cpu")) {
                return Optional.empty();
            }
            try {
                long total = 0;
                for (int word = 1; word <= steal; word++) {
                    total += Long.parseLong(words[word]);
                }
                return Optional.of(new ProcessorTime(total, Long.parseLong(words[steal])));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }

        /** The part that was stolen since then; empty if no time has passed. */
        OptionalDouble stealPercentSince(ProcessorTime before) {
            long passed = total - before.total;
            return passed <= 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Math.max(0, 100.0 * (steal - before.steal) / passed));
        }
    }

    ClockMeasurement measure() {
        Optional<ProcessorTime> processorsBefore = processors();
        long calendarBefore = System.currentTimeMillis();
        long begin = System.nanoTime();
        List<Double> delays = new ArrayList<>();
        while (System.nanoTime() - begin < time.toNanos() || delays.isEmpty()) {
            long before = System.nanoTime();
            while (System.nanoTime() - before < WAIT_NANOS) {
                LockSupport.parkNanos(WAIT_NANOS - (System.nanoTime() - before));
            }
            delays.add(Milliseconds.ofNanos(System.nanoTime() - before - WAIT_NANOS));
        }
        double watched = Milliseconds.since(begin);
        double calendar = System.currentTimeMillis() - calendarBefore;
        return new ClockMeasurement(
                watched,
                steal(processorsBefore, processors()),
                suspended(),
                calendar - watched,
                delays.size(),
                Milliseconds.median(delays),
                Milliseconds.longest(delays));
    }

    private static Optional<ProcessorTime> processors() {
        return read(STAT).flatMap(ProcessorTime::parse);
    }

    private static @Nullable Double steal(Optional<ProcessorTime> before, Optional<ProcessorTime> after) {
        if (before.isEmpty() || after.isEmpty()) {
            return null;
        }
        OptionalDouble percent = after.get().stealPercentSince(before.get());
        return percent.isPresent() ? percent.getAsDouble() : null;
    }

    private static @Nullable Double suspended() {
        double clock = System.nanoTime() / NANOS_PER_SECOND;
        return read(UPTIME).map(uptime -> suspendedMillis(uptime, clock)).orElse(null);
    }

    /**
     * On Linux {@code /proc/uptime} counts the time in which the machine has slept, and {@link System#nanoTime} does not; both
     * begin when it is started.
     *
     * @return null if the two cannot be compared, as in some containers
     */
    static @Nullable Double suspendedMillis(String uptime, double clockSeconds) {
        try {
            double slept = Double.parseDouble(BLANKS.split(uptime.strip(), -1)[0]) - clockSeconds;
            return slept < -1 ? null : Math.max(0, slept) * MILLIS_PER_SECOND;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException e) {
            return Optional.empty(); // another system
        }
    }
}
