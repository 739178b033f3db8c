package org.peerlock.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.peerlock.lab.check.Case;
import org.peerlock.lab.check.Effort;
import org.peerlock.lab.check.Report;
import org.peerlock.lab.check.StateTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code peerlock lab table}. */
@Command(
        name = "table",
        description = {
            "Check every algorithm for all that it claims, in systems of 2, 3 and 4 nodes, on every network that it claims to"
                    + " bear, with and without giving up, and with a node inside at the start; count the states.",
            "With the default limit it takes some minutes; with 100000000, hours."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all holds, as far as it was searched",
            "1:a property is violated",
            "64:the command was not understood",
            "66:a file cannot be read or written"
        })
final class TableCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "ALGORITHM", description = "Only these.")
    private List<String> algorithms = new ArrayList<>();

    @Option(
            names = "--limit",
            paramLabel = "STATES",
            defaultValue = "300000",
            description = "Give up a system when it has more states than this (${DEFAULT-VALUE}).")
    private long limit;

    @Option(
            names = "--threads",
            paramLabel = "T",
            description = "How many search at once; default: as many as there are processors.")
    private int threads = Effort.processors();

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description =
                    "Write a page in Markdown, too, after every system. What the page has already of a system that was"
                            + " searched to the end is kept and not searched again.")
    private @Nullable Path file;

    @Override
    public Integer call() {
        if (limit < 1 || threads < 1 || threads > Effort.MOST_THREADS) {
            throw new CommandFailure(
                    Exit.USAGE, "--limit must be at least 1, and --threads from 1 to " + Effort.MOST_THREADS);
        }
        List<Case> cases = cases();
        PrintWriter out = spec.commandLine().getOut();
        Map<Case, String> known = known();
        boolean wrong = false;
        StateTable.HEAD.forEach(out::println);
        for (Case one : cases) {
            String row = known.get(one);
            if (row == null || row.endsWith("| incomplete |")) {
                row = search(one);
                known.put(one, row);
                write(known);
            }
            wrong |= row.endsWith("| " + Report.Verdict.VIOLATED + " |");
            out.println(row);
            out.flush();
        }
        return wrong ? Exit.DOES_NOT_HOLD : Exit.OK;
    }

    private List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        if (algorithms.isEmpty()) {
            return Case.all();
        }
        for (String id : algorithms) {
            cases.addAll(Case.of(ExperimentOptions.algorithm(id)));
        }
        return cases;
    }

    private String search(Case one) {
        String task = one.entry().id() + " " + one.nodes() + "x" + one.entries();
        try (SearchProgress progress =
                new SearchProgress(task, spec.commandLine().getErr())) {
            return StateTable.row(one, one.check().run(new Effort(threads, limit, false, progress)));
        }
    }

    private Map<Case, String> known() {
        Map<Case, String> known = new TreeMap<>(Case.ORDER);
        if (file != null && Files.exists(file)) {
            try {
                StateTable.rows(Files.readString(file)).forEach(row -> known.put(row.one(), row.line()));
            } catch (IOException e) {
                throw new CommandFailure(Exit.NO_FILE, "cannot read " + file + ": " + e.getMessage());
            }
        }
        return known;
    }

    private void write(Map<Case, String> rows) {
        if (file != null) {
            TraceOptions.write(file, StateTable.page(List.copyOf(rows.values())));
        }
    }
}
