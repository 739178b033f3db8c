package org.peerlock.cli.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.internal.engine.settings.LiveAlgorithms;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code peerlock demo}. */
@Command(
        name = "demo",
        description = {
            "See a lock without a server survive: some processes on this machine want one lock, and meet with accidents.",
            "Whoever has the lock adds one to a counter, by reading it and writing it again. The holder is killed with -9;"
                    + " another holder is stopped for longer than its lease, and goes on when another one has the lock; the"
                    + " killed one is started again. In the end the counter must be exact, no fence may have gone back, and"
                    + " the late write of the one that was stopped must have been refused.",
            "It ends by itself, with a summary. All happens in a directory of its own, of which nothing is left: it"
                    + " touches no cluster of yours."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all is as promised",
            "1:something is not; the summary says what",
            "64:the command was not understood",
            "69:the processes cannot be started, or the temporary directory not be used"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  peerlock demo",
            "  peerlock demo --nodes 9 --seconds 60",
            "  peerlock demo --algorithm ricart-agrawala",
            "  peerlock demo --plain > demo.txt"
        })
public final class DemoCommand implements Callable<Integer> {

    private static final int FEWEST_NODES = 3;
    private static final int MOST_NODES = 9;
    private static final int SHORTEST_SECONDS = 15;
    private static final int LONGEST_SECONDS = 3600;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--algorithm",
            paramLabel = "ID",
            defaultValue = "naimi-trehel",
            description = "Decides who has the lock (${DEFAULT-VALUE}); 'peerlock lab algorithms' lists them.")
    private String algorithm;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "5",
            description = "How many processes: 3 to 9 (${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "30",
            description = "About how long it takes: at least 15 (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--plain",
            description = "A line for each thing that happens, as in a pipe, instead of a screen that is drawn anew.")
    private boolean plain;

    @Override
    public Integer call() throws InterruptedException {
        check("--nodes", nodes, FEWEST_NODES, MOST_NODES);
        check("--seconds", seconds, SHORTEST_SECONDS, LONGEST_SECONDS);
        checkAlgorithm();
        try {
            return play();
        } catch (IOException e) {
            throw new CommandException(
                    Exit.UNAVAILABLE,
                    "the demo cannot be given: " + e.getMessage()
                            + "; it needs to start java, and a temporary directory, which"
                            + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIRECTORY can change");
        }
    }

    private static void check(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new CommandException(
                    Exit.USAGE, option + " must be from " + least + " to " + most + ", not " + value);
        }
    }

    private void checkAlgorithm() {
        String live = LiveAlgorithms.all(Capacity.Kind.MUTEX).stream()
                .map(CatalogueEntry::id)
                .collect(Collectors.joining(", "));
        if (LiveAlgorithms.all(Capacity.Kind.MUTEX).stream()
                .noneMatch(entry -> entry.id().equals(algorithm))) {
            throw new CommandException(
                    Exit.USAGE, "no algorithm '" + algorithm + "' can be used between processes; these can: " + live);
        }
    }

    private int play() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        DemoLedger demoLedger = new DemoLedger();
        DemoResult demoResult;
        try (DemoCluster demoCluster = new DemoCluster(algorithm, demoLedger);
                DemoDisplay demoDisplay = stage(demoLedger, out)) {
            Thread hook = ending(demoDisplay, demoCluster);
            Runtime.getRuntime().addShutdownHook(hook);
            demoResult = new DemoScript(nodes, Duration.ofSeconds(seconds), demoCluster, demoLedger, demoDisplay).run();
            Runtime.getRuntime().removeShutdownHook(hook);
        }
        out.println();
        demoResult.lines().forEach(out::println);
        out.flush();
        return demoResult.isGood() ? Exit.OK : Exit.DOES_NOT_HOLD;
    }

    /** If the command is told to end early, by Ctrl-C say. */
    private static Thread ending(DemoDisplay demoDisplay, DemoCluster demoCluster) {
        return new Thread(() -> {
            demoDisplay.close();
            demoCluster.close();
        });
    }

    private DemoDisplay stage(DemoLedger demoLedger, PrintWriter out) {
        if (plain || !Boolean.getBoolean("peerlock.screen")) {
            return new PlainDisplay(out);
        }
        String title = "peerlock demo: " + nodes + " processes, one lock, no server (" + algorithm + ")";
        return TerminalDisplay.open(new ScreenRenderer(title), demoLedger, out);
    }
}
