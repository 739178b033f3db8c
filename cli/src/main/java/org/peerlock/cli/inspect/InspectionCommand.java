package org.peerlock.cli.inspect;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.peerlock.cli.client.ClusterClients;
import org.peerlock.cli.client.ClusterInspector;
import org.peerlock.cli.client.ClusterOptions;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.Json;
import org.peerlock.cli.terminal.SystemSignal;
import org.peerlock.cli.terminal.TextFit;
import org.peerlock.internal.text.DurationParser;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that shows the state of a cluster, once or repeatedly. */
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
            description = "show it again at this interval, such as 500ms, 10s or 2m, until Ctrl-C")
    private @Nullable String every;

    @Option(names = "--json", description = "print JSON; with --watch or --every, one line each time")
    private boolean json;

    /**
     * Looks once.
     *
     * @param width how many columns the text may have
     */
    abstract CommandOutput query(ClusterInspector inspector, int width) throws InterruptedException;

    final String cluster() {
        return cluster.cluster();
    }

    @Override
    public final Integer call() throws InterruptedException {
        return watch || every != null ? watch() : show();
    }

    private int show() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try (ClusterInspector inspector = ClusterClients.inspector(cluster)) {
            CommandOutput output = query(inspector, TextFit.TERMINAL_WIDTH);
            if (json) {
                out.println(Json.of(output.json()));
            } else {
                output.lines().forEach(out::println);
            }
        }
        return Exit.OK;
    }

    private int watch() {
        Watch watching =
                new Watch(interval(), json, Watch.SCREEN, spec.commandLine().getOut());
        Thread here = Thread.currentThread();
        for (String signal : List.of("INT", "TERM")) { // so that the exit code is 0
            var unused = new SystemSignal(signal).handle(here::interrupt);
        }
        try (ClusterInspector inspector = ClusterClients.inspector(cluster)) {
            watching.forever(() -> query(inspector, TextFit.TERMINAL_WIDTH));
        } catch (InterruptedException e) {
            // A signal ends it.
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
