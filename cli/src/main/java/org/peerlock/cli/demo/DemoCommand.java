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
            "See a lock without a server survive failures: several processes on this machine share one lock.",
            "",
            "The holder adds one to a counter: it reads the counter, and writes it again. One holder is killed by"
                    + " kill -9. Another holder is paused for longer than its lease, and goes on when another process holds the"
                    + " lock. The killed process is started again. In the end the counter must be exact, every fence must be greater"
                    + " than all earlier ones, and the late write of the paused process must have been refused.",
            "",
            "The demo ends by itself, with a summary. It uses a temporary directory, and touches no other cluster."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all promises were kept",
            "1:a promise was broken; the summary says which",
            "64:the command line is wrong",
            "69:the processes cannot be started, or the temporary directory cannot be used"
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
            description = "The algorithm of the lock (${DEFAULT-VALUE}); 'peerlock lab algorithms' lists all.")
    private String algorithm;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "5",
            description = "The number of processes: 3 to 9 (${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "30",
            description = "About how many seconds the demo takes: at least 15 (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--plain", description = "Print a line for each event, as in a pipe, instead of a full screen.")
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
                    "the demo cannot start: " + e.getMessage()
                            + "; it must be able to start java and to write to the temporary directory, which"
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
                    Exit.USAGE, "'" + algorithm + "' is not an algorithm for processes; choose one of: " + live);
        }
    }

    private int play() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        DemoLedger demoLedger = new DemoLedger();
        DemoResult demoResult;
        try (DemoCluster demoCluster = new DemoCluster(algorithm, demoLedger);
                DemoDisplay demoDisplay = display(demoLedger, out)) {
            Thread hook = cleanup(demoDisplay, demoCluster);
            Runtime.getRuntime().addShutdownHook(hook);
            demoResult = new DemoScript(nodes, Duration.ofSeconds(seconds), demoCluster, demoLedger, demoDisplay).run();
            Runtime.getRuntime().removeShutdownHook(hook);
        }
        out.println();
        demoResult.lines().forEach(out::println);
        out.flush();
        return demoResult.isGood() ? Exit.OK : Exit.DOES_NOT_HOLD;
    }

    /** Cleans up if the command is ended early, for example by Ctrl-C. */
    private static Thread cleanup(DemoDisplay demoDisplay, DemoCluster demoCluster) {
        return new Thread(() -> {
            demoDisplay.close();
            demoCluster.close();
        });
    }

    private DemoDisplay display(DemoLedger demoLedger, PrintWriter out) {
        if (plain || !Boolean.getBoolean("peerlock.screen")) {
            return new PlainDisplay(out);
        }
        String title = "peerlock demo: " + nodes + " processes, one lock, no server (" + algorithm + ")";
        return TerminalDisplay.open(new ScreenRenderer(title), demoLedger, out);
    }
}
