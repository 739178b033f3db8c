package org.peerlock.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;

/**
 * The kernel's counters of the whole machine. They include the work of servers and of the kernel
 * itself.
 */
final class MachineCounters {

    /**
     * @param busyTicks the time that the processors were busy, in hundredths of a second
     * @param packets the packets sent on the network
     * @param bytes the bytes sent on the network
     */
    record Usage(long busyTicks, long packets, long bytes) {

        Usage minus(Usage before) {
            return new Usage(busyTicks - before.busyTicks, packets - before.packets, bytes - before.bytes);
        }
    }

    static final double NANOS_PER_TICK = 1e7;

    static final MachineCounters LOOPBACK = new MachineCounters(Path.of("/proc/net/dev"), "lo:");

    private final Path interfaces;
    private final String prefix;

    /**
     * @param interfaces a file in the format of {@code /proc/net/dev}
     * @param prefix how the lines of those interfaces start that send each packet once
     */
    MachineCounters(Path interfaces, String prefix) {
        this.interfaces = interfaces;
        this.prefix = prefix;
    }

    /** Fails early if the counters cannot be read. */
    void require() throws IOException {
        try {
            read();
        } catch (IOException e) {
            throw new IOException(
                    "this needs Linux: cannot read the counters of the machine from /proc (" + e + ")", e);
        }
    }

    /** Waits until the given interval is over; returns what the machine did during it. */
    Usage during(long fromMillis, long millis) {
        try {
            sleepUntil(fromMillis);
            Usage before = read();
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

    private Usage read() throws IOException {
        long[] times = lines(Path.of("/proc/stat"), "cpu ").get(0);
        List<long[]> counts = lines(interfaces, prefix);
        long all = Arrays.stream(times, 0, 8).sum(); // the fields after these are already included in them
        long idle = times[3] + times[4];
        long stolen = times[7];
        return new Usage(
                all - idle - stolen,
                counts.stream().mapToLong(each -> each[9]).sum(),
                counts.stream().mapToLong(each -> each[8]).sum());
    }

    /** The numbers of the lines that start so, of which there is at least one. */
    private static List<long[]> lines(Path file, String prefix) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            List<long[]> found = lines.map(String::strip)
                    .filter(each -> each.startsWith(prefix))
                    .map(MachineCounters::numbers)
                    .toList();
            if (found.isEmpty()) {
                throw new IOException(file + " has no line '" + prefix + "'");
            }
            return found;
        }
    }

    /** The numbers after the name, with or without a colon, that a line begins with. */
    private static long[] numbers(String line) {
        return Arrays.stream(line.replaceFirst("^[^: ]+:? *", "").split(" +", -1))
                .mapToLong(Long::parseLong)
                .toArray();
    }

    /** Describes the machine, for comparisons with other machines. */
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
