package org.peerlock.bench.trial;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.peerlock.bench.storm.Storm;
import org.peerlock.bench.storm.StormPlan;
import org.peerlock.bench.storm.Verdict;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./peerlock trial}. */
@Command(
        name = "peerlock trial",
        mixinStandardHelpOptions = true,
        description = {
            "Attack processes on several hosts, their network and their registry, and judge whether every promise was kept.",
            "",
            "Six hosts are network namespaces of this machine: three for the servers of the registry, three for"
                    + " processes that use exclusive locks, read-write locks and semaphores. The processes are killed,"
                    + " stopped and replaced; the network is divided, and loses, delays and duplicates packets; the"
                    + " servers of the registry are killed and restarted. Every kind of fault strikes at least once.",
            "",
            "Then the faults end. Every process must get every lock once more. A judge reads what every process has"
                    + " recorded: no lock had more valid holders than it may have, fencing tokens grew, every loss was"
                    + " told, and no thread is left waiting.",
            "",
            "Needs Linux, root, the commands ip and nft (Debian: iproute2, nftables), and the programs of the registry's"
                    + " servers (etcd-server, postgresql; ZooKeeper comes with this command).",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:passed: no rule was violated",
            "1:failed; the records are kept",
            "64:invalid arguments",
            "69:something is missing that the trial needs"
        },
        exitCodeOnInvalidInput = TrialCommand.USAGE,
        subcommands = OutageCommand.class)
final class TrialCommand implements Callable<Integer> {

    static final int FAILED = 1;
    static final int USAGE = 64;
    static final int UNAVAILABLE = 69;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--registry",
            paramLabel = "KIND",
            defaultValue = "ETCD",
            description = "The servers of the registry: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private RegistryKind registry;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "5",
            description = "How long faults strike (default: ${DEFAULT-VALUE}).")
    private int minutes;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "All random choices of the attack are drawn from it (default: ${DEFAULT-VALUE}). Processes and"
                            + " packets have times of their own, so two runs with one seed differ all the same.")
    private long seed;

    @Option(
            names = "--gap",
            paramLabel = "SECONDS",
            defaultValue = "3",
            description =
                    "The longest time from the end of one fault of the network, or of the registry, to the next one"
                            + " (default: ${DEFAULT-VALUE}). With more, there are fewer faults and more grants.")
    private int gap;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description =
                    "The parent of a new directory for logs and records (default: the system's temporary directory).")
    private @Nullable Path directory;

    @Option(names = "--page", paramLabel = "FILE", description = "Write a report with a time line to this HTML file.")
    private @Nullable Path page;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (minutes < 0) {
            throw new ParameterException(spec.commandLine(), "--minutes must not be negative");
        }
        if (gap < 1) {
            throw new ParameterException(spec.commandLine(), "--gap must be positive");
        }
        PrintWriter err = spec.commandLine().getErr();
        Optional<String> obstacle = Requirements.missing();
        if (obstacle.isPresent()) {
            err.println("peerlock trial: " + obstacle.get());
            return UNAVAILABLE;
        }
        StormPlan plan = new StormPlan(seed, Duration.ofMinutes(minutes), newDirectory(directory));
        err.println("The logs and records of the processes are in " + plan.directory());
        err.flush();
        Verdict verdict;
        try (SeveralHosts hosts = new SeveralHosts(
                registry, Duration.ofSeconds(gap), plan.directory().resolve("servers"))) {
            verdict = new Storm(plan, hosts, line -> {
                        err.println(line);
                        err.flush();
                    })
                    .run();
        }
        PrintWriter out = spec.commandLine().getOut();
        verdict.report().forEach(out::println);
        out.flush();
        if (page != null) {
            Files.writeString(page, TrialPage.of(registry, seed, verdict));
        }
        if (!verdict.passed()) {
            err.println("The logs and records of the processes are in " + plan.directory());
            return FAILED;
        }
        plan.deleteDirectory();
        return 0;
    }

    static Path newDirectory(@Nullable Path parent) throws IOException {
        Path created = parent == null
                ? Files.createTempDirectory("peerlock-trial-")
                : Files.createTempDirectory(Files.createDirectories(parent), "trial-");
        return letOthersPass(created);
    }

    /** PostgreSQL runs as another user. */
    static Path letOthersPass(Path directory) throws IOException {
        return Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
    }
}
