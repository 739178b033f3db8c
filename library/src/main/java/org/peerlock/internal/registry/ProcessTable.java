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
 * What Linux tells of processes, under {@code /proc}. Where there is none, nothing is known of any process.
 *
 * <p>Start times are taken from there and not from {@link ProcessHandle}: that makes calendar times of them, and two processes
 * disagree about these when the calendar was set in between.
 */
final class ProcessTable {

    static final ProcessTable OF_THIS_MACHINE = new ProcessTable(Path.of("/proc"));

    /**
     * One process, of all that ever were on this machine.
     *
     * @param boot during which it runs
     * @param numbers the namespace in which its number is its own
     * @param times the namespace in which its start time is told
     * @param started in clock ticks since the boot
     */
    record Home(String boot, String numbers, String times, long pid, long started) {

        private static final Pattern TEXT =
                Pattern.compile("peerlock-member (\\S+) (\\S+) (\\S+) (\\d{1,18}) (\\d{1,18})\n");

        /** What {@link #text} wrote; empty if it did not write that, or not all of it. */
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
            return "peerlock-member " + boot + " " + numbers + " " + times + " " + pid + " " + started + "\n";
        }

        /** Whether both are numbered and timed alike. */
        private boolean isComparableWith(Home other) {
            return boot.equals(other.boot) && numbers.equals(other.numbers) && times.equals(other.times);
        }
    }

    private final Path proc;

    ProcessTable(Path proc) {
        this.proc = proc;
    }

    /** This process; empty if it cannot be told from others here. */
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
     * Whether the process is surely gone: there is none with its number, or one that began at another time. Not so as long as
     * its parent has not taken note of its end.
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

    /** Whether processes are hidden from us, as can be chosen when {@code /proc} is mounted. The first one always lives. */
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
