package org.peerlock.internal.registry;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code /proc} of Linux. On other systems it knows no process.
 *
 * <p>It takes start times from there instead of from {@link ProcessHandle}, which converts them to
 * calendar times: two processes disagree about those if the clock was set in between.
 */
final class ProcessTable {

    static final ProcessTable OF_THIS_MACHINE = new ProcessTable(Path.of("/proc"));

    /**
     * Identifies one process among all that ever ran on this machine.
     *
     * @param boot the id of the boot during which it runs
     * @param numbers its pid namespace
     * @param times its time namespace
     * @param started in clock ticks since the boot
     */
    record Home(String boot, String numbers, String times, long pid, long started) {

        private static final Pattern TEXT = Pattern.compile("(\\S+) (\\S+) (\\S+) (\\d{1,18}) (\\d{1,18})");

        /** Parses what {@link #text} wrote; empty if it is something else. */
        static Optional<Home> parse(String text) {
            Matcher parts = TEXT.matcher(text);
            return parts.matches()
                    ? Optional.of(new Home(
                            parts.group(1),
                            parts.group(2),
                            parts.group(3),
                            Long.parseLong(parts.group(4)),
                            Long.parseLong(parts.group(5))))
                    : Optional.empty();
        }

        String text() {
            return boot + " " + numbers + " " + times + " " + pid + " " + started;
        }

        /** Whether process ids and start times of both can be compared. */
        private boolean isComparableWith(Home other) {
            return boot.equals(other.boot) && numbers.equals(other.numbers) && times.equals(other.times);
        }
    }

    private final Path proc;

    ProcessTable(Path proc) {
        this.proc = proc;
    }

    /** This process; empty if {@code /proc} does not identify it. */
    Optional<Home> own() {
        try {
            long pid = ProcessHandle.current().pid();
            Path self = proc.resolve("self");
            if (!Files.readSymbolicLink(self).toString().equals(String.valueOf(pid))) {
                return Optional.empty(); // what is mounted here numbers processes as another namespace does
            }
            return Optional.of(new Home(
                    Files.readString(proc.resolve("sys/kernel/random/boot_id")).strip(),
                    Files.readSymbolicLink(self.resolve("ns/pid")).toString(),
                    timeNamespace(self.resolve("ns/time")),
                    pid,
                    startOf(pid)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String timeNamespace(Path link) throws IOException {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (NoSuchFileException e) {
            return "-"; // an older kernel: there is one time for all
        }
    }

    /**
     * Whether the process has certainly ended: no process has its id, or one with another start
     * time. A zombie, whose parent has not waited for it yet, counts as running.
     */
    boolean isGone(Home home) {
        if (own().filter(home::isComparableWith).isEmpty() || hideEachOther()) {
            return false;
        }
        try {
            return startOf(home.pid) != home.started;
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Whether {@code /proc} hides processes of others, by its mount option: process 1 always runs.
     */
    private boolean hideEachOther() {
        return !Files.exists(proc.resolve("1/stat"));
    }

    /** The 22nd field; the second one is a name in parentheses, which may contain anything. */
    private long startOf(long pid) throws IOException {
        String stat = Files.readString(proc.resolve(pid + "/stat"), ISO_8859_1);
        String[] fromThird = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
        try {
            return Long.parseLong(fromThird[22 - 3]);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException("not what is expected of a process's status: " + stat, e);
        }
    }
}
