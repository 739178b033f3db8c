package org.peerlock.cli.registry;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.Json;
import org.peerlock.cli.terminal.TextFit;
import org.peerlock.cli.terminal.TextSanitizer;
import org.peerlock.internal.text.DurationParser;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code peerlock registry check}. */
@Command(
        name = "check",
        description = {
            "Check whether a registry can be relied on, from this machine.",
            "",
            "It connects, which makes the store look at the engine's settings; lets four writers compete; and measures how"
                    + " long a write takes, against the time that a process with this lease gives it. It uses the cluster"
                    + " 'peerlock-check', which stays behind empty, and touches no other."
        },
        footer = {
            "%nExamples:",
            "  peerlock registry check jdbc:postgresql://db/app",
            "  peerlock registry check etcd://10.0.0.1,10.0.0.2,10.0.0.3/locks --lease 15s --json"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the registry does what it must",
            "1:it does not, or it is too slow for this lease",
            "64:the command line is wrong",
            "69:the registry cannot be used; the sentence says what to set"
        })
final class CheckRegistryCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private RegistryUrl url = new RegistryUrl();

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            defaultValue = "6s",
            description = "the lease of the cluster, such as 6s or 1m; by default: ${DEFAULT-VALUE}")
    private String lease = "6s";

    @Option(
            names = "--writes",
            paramLabel = "N",
            defaultValue = "200",
            description = "how many writes to measure; by default: ${DEFAULT-VALUE}")
    private int writes = 200;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        Duration time = DurationParser.parse(lease);
        if (writes < 1 || writes > 1_000_000) {
            throw new CommandException(Exit.USAGE, "--writes is 1 to 1000000, not " + writes);
        }
        PrintWriter out = spec.commandLine().getOut();
        RegistryCheck.Result result = RegistryCheck.of(url.get(), time, writes).run();
        if (json) {
            out.println(Json.of(result));
        } else {
            result.lines(TextFit.TERMINAL_WIDTH).stream()
                    .map(TextSanitizer::sanitize)
                    .forEach(out::println);
        }
        return result.problems().isEmpty() ? Exit.OK : Exit.DOES_NOT_HOLD;
    }
}
