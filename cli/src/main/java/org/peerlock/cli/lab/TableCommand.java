package org.peerlock.cli.lab;

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
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.lab.check.CheckCase;
import org.peerlock.lab.check.CheckReport;
import org.peerlock.lab.check.SearchOptions;
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
            "Check all claims of every algorithm in systems of 2, 3 and 4 nodes, on every network that it claims to"
                    + " tolerate, with and without cancelled requests, and with a node inside at the start; count the states.",
            "This takes some minutes with the default limit, and hours with 100000000."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no violation was found",
            "1:a property is violated",
            "64:the command line is wrong",
            "66:a file cannot be read or written"
        })
final class TableCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "ALGORITHM", description = "Check only these.")
    private List<String> algorithms = new ArrayList<>();

    @Option(
            names = "--limit",
            paramLabel = "STATES",
            defaultValue = "300000",
            description = "Stop the search of a system when it has more states than this (${DEFAULT-VALUE}).")
    private long limit;

    @Option(
            names = "--threads",
            paramLabel = "T",
            description = "The number of threads; default: one for each processor.")
    private int threads = SearchOptions.processors();

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description =
                    "Also write a Markdown page, after every system. Complete results that the page has already are kept, and"
                            + " these systems are not searched again.")
    private @Nullable Path file;

    @Override
    public Integer call() {
        if (limit < 1 || threads < 1 || threads > SearchOptions.MAX_THREADS) {
            throw new CommandException(
                    Exit.USAGE, "--limit must be at least 1, and --threads from 1 to " + SearchOptions.MAX_THREADS);
        }
        List<CheckCase> cases = cases();
        PrintWriter out = spec.commandLine().getOut();
        Map<CheckCase, String> known = known();
        boolean wrong = false;
        StateTable.HEAD.forEach(out::println);
        for (CheckCase one : cases) {
            String row = known.get(one);
            if (row == null || row.endsWith("| incomplete |")) {
                row = search(one);
                known.put(one, row);
                write(known);
            }
            wrong |= row.endsWith("| " + CheckReport.Verdict.VIOLATED + " |");
            out.println(row);
            out.flush();
        }
        return wrong ? Exit.DOES_NOT_HOLD : Exit.OK;
    }

    private List<CheckCase> cases() {
        List<CheckCase> cases = new ArrayList<>();
        if (algorithms.isEmpty()) {
            return CheckCase.all();
        }
        for (String id : algorithms) {
            cases.addAll(CheckCase.of(ExperimentOptions.algorithm(id)));
        }
        return cases;
    }

    private String search(CheckCase one) {
        String task = one.entry().id() + " " + one.nodes() + "x" + one.entries();
        try (SearchProgress progress =
                new SearchProgress(task, spec.commandLine().getErr())) {
            return StateTable.row(one, one.check().run(new SearchOptions(threads, limit, false, progress)));
        }
    }

    private Map<CheckCase, String> known() {
        Map<CheckCase, String> known = new TreeMap<>(CheckCase.ORDER);
        if (file != null && Files.exists(file)) {
            try {
                StateTable.rows(Files.readString(file)).forEach(row -> known.put(row.one(), row.line()));
            } catch (IOException e) {
                throw new CommandException(Exit.NO_FILE, "cannot read " + file + ": " + e.getMessage());
            }
        }
        return known;
    }

    private void write(Map<CheckCase, String> rows) {
        if (file != null) {
            TraceOptions.write(file, StateTable.page(List.copyOf(rows.values())));
        }
    }
}
