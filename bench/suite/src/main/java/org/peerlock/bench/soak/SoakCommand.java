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
            "Use locks of all kinds for a long time, while processes are killed and connections break.",
            "Three processes count under exclusive locks, read and write two copies of a number under a read-write lock, and use a"
                    + " semaphore; now and then one gives up waiting, or cancels. One of two is killed (kill -9) and started"
                    + " again, by turns; all connections are broken every few seconds.",
            "In the end the counters must be exact, and the third process, which is never killed, must not have grown.",
            "Prints a line each minute: how often each kind of lock was had, by all; then the third process. p50, p99 and max tell how"
                    + " long it has waited for locks; heap is in use after a full collection; files are those of the"
                    + " registry's directory."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all is exact, and nothing has grown",
            "1:something is wrong, or has grown",
            "64:the command was not understood"
        },
        exitCodeOnInvalidInput = SoakCommand.USAGE)
public final class SoakCommand implements Callable<Integer> {

    static final int USAGE = 64;

    @Spec
    private CommandSpec spec;

    @Option(names = "--minutes", paramLabel = "N", defaultValue = "60", description = "How long (${DEFAULT-VALUE}).")
    private int minutes;

    @Option(
            names = "--kill-every",
            paramLabel = "SECONDS",
            defaultValue = "20",
            description = "How long until the next one is killed (${DEFAULT-VALUE}).")
    private int killEvery;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description =
                    "Where to make a directory for the logs of the processes; default: where temporary files are.")
    private @Nullable Path directory;

    @Override
    public Integer call() throws IOException, InterruptedException {
        refuseWhatCannotBe();
        Soak.Plan plan = Soak.Plan.of(Duration.ofMinutes(minutes), Duration.ofSeconds(killEvery), place());
        PrintWriter out = spec.commandLine().getOut();
        out.println("The processes log to " + plan.directory());
        out.println(MinuteReport.heading());
        out.flush();
        SoakResult soakResult = new Soak(plan, minuteReport -> {
                    out.println(minuteReport.line());
                    out.flush();
                })
                .run();
        out.println();
        soakResult.markdown().forEach(out::println);
        out.println();
        soakResult.verdict().forEach(out::println);
        out.flush();
        return soakResult.passed() ? 0 : 1;
    }

    private void refuseWhatCannotBe() {
        if (minutes < 1 || killEvery < 1) {
            throw new ParameterException(spec.commandLine(), "--minutes and --kill-every must be at least 1");
        }
        if (Ledger.NODES + minutes * 60L / killEvery > GuardWord.LAST_LIFE) {
            throw new ParameterException(
                    spec.commandLine(), "more than " + GuardWord.LAST_LIFE + " processes cannot be told apart");
        }
    }

    private Path place() throws IOException {
        return directory == null
                ? Files.createTempDirectory("peerlock-soak-")
                : Files.createTempDirectory(Files.createDirectories(directory), "soak-");
    }
}
