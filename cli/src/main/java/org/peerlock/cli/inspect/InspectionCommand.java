package org.peerlock.cli.inspect;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.peerlock.cli.client.ClusterClient;
import org.peerlock.cli.client.ClusterClients;
import org.peerlock.cli.client.ClusterOptions;
import org.peerlock.cli.client.DurationParser;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.Json;
import org.peerlock.cli.terminal.SystemSignal;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that shows something of a cluster, once or again and again. */
abstract class InspectionCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Option(names = "--watch", description = "show it again every second, until Ctrl-C")
    private boolean watch;

    @Option(
            names = "--every",
            paramLabel = "TIME",
            description = "show it again that often, such as 500ms, 10s or 2m, until Ctrl-C")
    private @Nullable String every;

    @Option(names = "--json", description = "print it as JSON; if it is shown again, each time in one line")
    private boolean json;

    /** Looks once. */
    abstract CommandOutput query(ClusterClient clusterClient) throws InterruptedException;

    final String cluster() {
        return cluster.cluster();
    }

    @Override
    public final Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        String label = "peerlock " + spec.name() + " " + ProcessHandle.current().pid();
        if (!watch && every == null) {
            try (ClusterClient clusterClient = ClusterClients.open(cluster, label)) {
                CommandOutput seen = query(clusterClient);
                if (json) {
                    out.println(Json.of(seen.json()));
                } else {
                    seen.lines().forEach(out::println);
                }
            }
            return Exit.OK;
        }
        Watch watching = new Watch(interval(), json, Watch.SCREEN, out);
        Thread here = Thread.currentThread();
        for (String signal : List.of("INT", "TERM")) { // an orderly end
            var unused = new SystemSignal(signal).handle(here::interrupt);
        }
        try (ClusterClient clusterClient = ClusterClients.open(cluster, label)) {
            watching.forever(() -> query(clusterClient));
        } catch (InterruptedException e) {
            // That is how it ends.
        }
        return Exit.OK;
    }

    private Duration interval() {
        try {
            Duration interval = every == null ? Duration.ofSeconds(1) : DurationParser.parse(every);
            if (interval.isZero()) {
                throw new CommandException(Exit.USAGE, "--every must be longer than 0, such as 500ms, 10s or 2m");
            }
            return interval;
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, "--every: " + e.getMessage());
        }
    }
}
