package org.peerlock.bench.storm;

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

/** {@code ./peerlock bench storm}. */
@Command(
        name = "storm",
        mixinStandardHelpOptions = true,
        description = {
            "Attack processes that use locks, and their registry, and judge whether every promise was kept.",
            "",
            "Three to five processes use exclusive locks, read-write locks and semaphores, and record what they do. They are"
                    + " killed, stopped, told to end and replaced, their connections are reset, and their registry is"
                    + " deleted, damaged, made read-only and filled up. Every kind of fault strikes at least once.",
            "",
            "Then the faults end. Every process must get every lock once more. A judge reads all records: no lock had"
                    + " more valid holders than it may have, fencing tokens grew, every loss was told, and no thread is"
                    + " left waiting.",
            "",
            "As root, the registry is on a small disk in memory that is mounted for the run. Other users cannot fill a disk:"
                    + " that fault is left out.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:passed: no rule was violated", "1:failed; the records are kept", "64:invalid arguments"},
        exitCodeOnInvalidInput = StormCommand.USAGE)
public final class StormCommand implements Callable<Integer> {

    static final int USAGE = 64;

    private static final Duration REGISTRY_GAP = Duration.ofSeconds(30);

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "10",
            description = "How long faults strike (default: ${DEFAULT-VALUE}).")
    private int minutes;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "All random choices are drawn from it (default: ${DEFAULT-VALUE}). Processes and disks have times of"
                            + " their own, so two runs with one seed differ all the same.")
    private long seed;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description =
                    "The parent of a new directory for logs and records (default: the system's temporary directory).")
    private @Nullable Path directory;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (minutes < 1) {
            throw new ParameterException(spec.commandLine(), "--minutes must be at least 1");
        }
        if (!Files.isDirectory(Path.of("/proc/self"))) {
            throw new ParameterException(
                    spec.commandLine(), "a storm needs Linux: one clock for all processes, and signals");
        }
        StormPlan plan = new StormPlan(seed, Duration.ofMinutes(minutes), newDirectory());
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        err.println("The logs and records of the processes are in " + plan.directory());
        err.flush();
        Verdict verdict;
        try (OneMachine machine = new OneMachine(REGISTRY_GAP, plan.directory().resolve("disk"))) {
            verdict = new Storm(plan, machine, line -> {
                        err.println(line);
                        err.flush();
                    })
                    .run();
        }
        verdict.report().forEach(out::println);
        out.flush();
        if (verdict.passed()) {
            plan.deleteDirectory();
            return 0;
        }
        err.println("The logs and records of the processes are in " + plan.directory());
        return 1;
    }

    private Path newDirectory() throws IOException {
        return directory == null
                ? Files.createTempDirectory("peerlock-storm-")
                : Files.createTempDirectory(Files.createDirectories(directory), "storm-");
    }
}
