package org.peerlock.cli.lab;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.cli.terminal.Json;
import org.peerlock.cli.terminal.Table;
import org.peerlock.cli.terminal.TerminalProgress;
import org.peerlock.cli.terminal.TextFit;
import org.peerlock.lab.check.AssumptionMatrix;
import org.peerlock.lab.check.DroppedAssumption.Damage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code peerlock lab matrix}. */
@Command(
        name = "matrix",
        description = {
            "Violate the assumptions of each algorithm one by one, and show which property breaks, and after how few steps.",
            "This takes about a minute."
        },
        footerHeading = "%nIn the table:%n",
        footer = {
            "  progress 2 (2x1)  that property breaks, after 2 steps of a shortest counterexample;",
            "                    2 nodes with 1 request each suffice",
            "  rest open         in that system no search broke the other claims, but none proved them either",
            "  nothing           nothing breaks in systems that were searched exhaustively",
            "  nothing found     the same, but the search was not exhaustive",
            "  tolerated, -      the algorithm does not make that assumption"
        })
final class MatrixCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print all results as JSON.")
    private boolean json;

    @Option(names = "--write", paramLabel = "FILE", description = "Also write the table as a Markdown page.")
    private @Nullable Path file;

    /** A cell in JSON output. */
    private record CellJson(
            String algorithm,
            String dropped,
            boolean assumed,
            @Nullable Integer nodes,
            @Nullable Integer entries,
            Map<String, Integer> broken,
            @Nullable Boolean complete) {}

    @Override
    public void run() {
        TraceOptions.requireWritable(file);
        PrintWriter out = spec.commandLine().getOut();
        AssumptionMatrix matrix = new AssumptionMatrix();
        try (TerminalProgress terminalProgress = TerminalProgress.of(
                "matrix", Catalogue.entries().size(), spec.commandLine().getErr())) {
            for (CatalogueEntry<?, ?> entry : Catalogue.entries()) {
                matrix.examine(entry);
                terminalProgress.step();
            }
        }
        if (file != null) {
            TraceOptions.write(file, matrix.page());
        }
        if (json) {
            out.println(Json.of(views(matrix)));
        } else {
            table(matrix.rows()).forEach(out::println);
        }
        out.flush();
    }

    private static List<String> table(List<List<String>> rows) {
        Table table = new Table(rows.get(0).stream()
                .map(title -> title.toUpperCase(Locale.ROOT))
                .toArray(String[]::new));
        rows.stream().skip(1).forEach(row -> table.add(row.toArray(String[]::new)));
        Integer[] cells = IntStream.range(1, rows.get(0).size()).boxed().toArray(Integer[]::new);
        return table.wrapped(TextFit.TERMINAL_WIDTH, cells);
    }

    private static List<CellJson> views(AssumptionMatrix matrix) {
        List<CellJson> views = new ArrayList<>();
        matrix.cells()
                .forEach((id, cells) -> cells.forEach((droppedAssumption, damage) -> {
                    Map<String, Integer> broken = new LinkedHashMap<>();
                    damage.ifPresent(found ->
                            found.broken().forEach((property, steps) -> broken.put(property.toString(), steps)));
                    boolean breaks = !broken.isEmpty();
                    views.add(new CellJson(
                            id,
                            droppedAssumption.toString(),
                            damage.isPresent(),
                            breaks ? damage.get().nodes() : null,
                            breaks ? damage.get().entries() : null,
                            broken,
                            damage.map(Damage::complete).orElse(null)));
                }));
        return views;
    }
}
