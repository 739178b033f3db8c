package org.peerlock.bench.trial;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.peerlock.bench.storm.Outage;
import org.peerlock.bench.storm.OutageResult;
import org.peerlock.bench.storm.OutageScenario;
import org.peerlock.bench.storm.StormPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./peerlock trial outage}. */
@Command(
        name = "outage",
        mixinStandardHelpOptions = true,
        description = {
            "Let the registry be away while three processes on three hosts use locks, and measure what they lose.",
            "",
            "The processes outlive an outage of the registry, as the scenario says, with a lease of 6 s. They hold 1,000"
                    + " locks together, and pass 2 others to each other all the time. The judge of the trial reads their"
                    + " records: no lock had two valid holders, and fencing tokens grew.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:passed: no rule was violated",
            "1:failed; the records are kept",
            "64:invalid arguments",
            "69:something is missing that the trial needs"
        },
        exitCodeOnInvalidInput = TrialCommand.USAGE)
final class OutageCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            split = ",",
            description = "Some of ${COMPLETION-CANDIDATES}, with commas between them (default: all of them).")
    private List<OutageScenario> scenarios = List.of(OutageScenario.values());

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description =
                    "The parent of a new directory for logs and records (default: the system's temporary directory).")
    private @Nullable Path directory;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        Optional<String> obstacle = Requirements.missing();
        if (obstacle.isPresent()) {
            err.println("peerlock trial outage: " + obstacle.get());
            return TrialCommand.UNAVAILABLE;
        }
        int exit = 0;
        for (OutageScenario scenario : scenarios) {
            StormPlan plan = new StormPlan(1, Duration.ZERO, TrialCommand.newDirectory(directory));
            OutageResult result = run(scenario, plan, err);
            PrintWriter out = spec.commandLine().getOut();
            result.report().forEach(out::println);
            out.println();
            out.flush();
            if (result.verdict().passed()) {
                plan.deleteDirectory();
            } else {
                err.println("The logs and records of the processes are in " + plan.directory());
                exit = TrialCommand.FAILED;
            }
        }
        return exit;
    }

    private static OutageResult run(OutageScenario scenario, StormPlan plan, PrintWriter err)
            throws IOException, InterruptedException {
        try (SeveralHosts hosts = SeveralHosts.forOutage(scenario, plan.directory())) {
            return new Outage(scenario, plan, hosts, line -> {
                        err.println(line);
                        err.flush();
                    })
                    .run();
        }
    }
}
