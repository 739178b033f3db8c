package org.peerlock.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;

/** What the whole machine has done so far, by the kernel's own count: the servers and the kernel have their part in it. */
final class MachineCounters {

    /**
     * @param busyTicks how long the processors have worked, in hundredths of a second
     * @param packets how many were sent on the loopback interface
     * @param bytes how many were sent there
     */
    record Reading(long busyTicks, long packets, long bytes) {

        Reading minus(Reading before) {
            return new Reading(busyTicks - before.busyTicks, packets - before.packets, bytes - before.bytes);
        }
    }

    static final double NANOS_PER_TICK = 1e7;

    private MachineCounters() {}

    /** Makes sure, before anything is measured, that the kernel counts. */
    static void require() throws IOException {
        try {
            read();
        } catch (IOException e) {
            throw new IOException(
                    "this needs Linux: it reads from /proc how much the machine has done, and cannot (" + e + ")", e);
        }
    }

    /** What it does in a time to come, which is waited for. */
    static Reading during(long fromMillis, long millis) {
        try {
            sleepUntil(fromMillis);
            Reading before = read();
            sleepUntil(fromMillis + millis);
            return read().minus(before);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException(e.getMessage());
        }
    }

    private static void sleepUntil(long millis) throws InterruptedException {
        Thread.sleep(Math.max(0, millis - System.currentTimeMillis()));
    }

    private static Reading read() throws IOException {
        long[] times = numbers(Path.of("/proc/stat"), "cpu ");
        long[] loopback = numbers(Path.of("/proc/net/dev"), "lo:");
        long all = Arrays.stream(times, 0, 8).sum(); // what follows is counted in these already
        long idle = times[3] + times[4];
        long stolen = times[7];
        return new Reading(all - idle - stolen, loopback[9], loopback[8]);
    }

    private static long[] numbers(Path file, String line) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            String found = lines.map(String::strip)
                    .filter(each -> each.startsWith(line))
                    .findFirst()
                    .orElseThrow(() -> new IOException(file + " has no line '" + line + "'"));
            return Arrays.stream(found.substring(line.length()).strip().split(" +", -1))
                    .mapToLong(Long::parseLong)
                    .toArray();
        }
    }

    /** For whoever compares. */
    static String description() {
        return Runtime.getRuntime().availableProcessors() + " × " + processor() + ", " + System.getProperty("os.name")
                + " " + System.getProperty("os.version") + ", Java " + System.getProperty("java.vm.version");
    }

    private static String processor() {
        try {
            List<String> lines = Files.readAllLines(Path.of("/proc/cpuinfo"));
            return lines.stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }
}
