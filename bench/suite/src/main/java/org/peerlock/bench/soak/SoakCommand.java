package org.peerlock.bench.soak;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./peerlock bench soak}. */
@Command(
        name = "soak",
        mixinStandardHelpOptions = true,
        description = {
            "Use all kinds of locks for a long time, while processes are killed and connections break.",
            "",
            "Three processes increment counters under exclusive locks, read and write two copies of a number under a"
                    + " read-write lock, and use a semaphore. Some requests time out or are cancelled. Two of the processes"
                    + " are killed (kill -9) and restarted by turns. All connections are reset every few seconds.",
            "",
            "In the end the counters must be exact, and the third process, which is never killed, must use no more memory,"
                    + " threads or file descriptors than at first.",
            "",
            "Prints a line each minute. The first columns count the acquisitions of each kind of lock by all processes."
                    + " The other columns are about the third process: p50, p99 and max are its latencies, heap is the heap"
                    + " in use after a full collection, fds are its file descriptors, files are the files in the registry's"
                    + " directory.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:passed: all counters are exact and nothing has grown", "1:failed", "64:invalid arguments"},
        exitCodeOnInvalidInput = SoakCommand.USAGE)
public final class SoakCommand implements Callable<Integer> {

    static final int USAGE = 64;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "60",
            description = "The duration (default: ${DEFAULT-VALUE}).")
    private int minutes;

    @Option(
            names = "--kill-every",
            paramLabel = "SECONDS",
            defaultValue = "20",
            description = "The time from one kill to the next (default: ${DEFAULT-VALUE}).")
    private int killEverySeconds;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "The parent of a new directory for logs (default: the system's temporary directory).")
    private @Nullable Path directory;

    @Override
    public Integer call() throws IOException, InterruptedException {
        validate();
        Soak.SoakPlan plan =
                Soak.SoakPlan.of(Duration.ofMinutes(minutes), Duration.ofSeconds(killEverySeconds), newDirectory());
        PrintWriter out = spec.commandLine().getOut();
        out.println("The logs of the processes are in " + plan.directory());
        out.println(MinuteReport.heading());
        out.flush();
        SoakResult result = new Soak(plan, minute -> {
                    out.println(minute.line());
                    out.flush();
                })
                .run();
        out.println();
        result.markdown().forEach(out::println);
        out.println();
        result.verdict().forEach(out::println);
        out.flush();
        return result.passed() ? 0 : 1;
    }

    private void validate() {
        if (minutes < 1 || killEverySeconds < 1) {
            throw new ParameterException(spec.commandLine(), "--minutes and --kill-every must be at least 1");
        }
        if (SoakLedger.NODES + minutes * 60L / killEverySeconds > GuardWord.MAX_INCARNATION) {
            throw new ParameterException(
                    spec.commandLine(),
                    "too many kills: a soak can start at most " + GuardWord.MAX_INCARNATION + " processes");
        }
    }

    private Path newDirectory() throws IOException {
        return directory == null
                ? Files.createTempDirectory("peerlock-soak-")
                : Files.createTempDirectory(Files.createDirectories(directory), "soak-");
    }
}
