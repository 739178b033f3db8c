package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.lab.check.DroppedAssumption.Damage;

/**
 * A table of the properties that each algorithm loses when an assumption is
 * {@linkplain DroppedAssumption dropped}.
 */
public final class AssumptionMatrix {

    private static final List<String> INTRODUCTION = List.of(
            "# What breaks without each assumption",
            "",
            "For readers who want to know what an algorithm of the laboratory needs from its environment.",
            "`./peerlock lab matrix --write docs/ASSUMPTIONS.md` writes this page; do not edit it.",
            "",
            "All algorithms assume that every message arrives once and that no node fails; some assume more. Each",
            "column drops one assumption and keeps the others. A cell lists the claims that break, each with the",
            "number of steps of a shortest counterexample. Exhaustive searches found them: first with two nodes",
            "that enter once each; if nothing breaks, twice each; then with three nodes that enter once each.",
            "`(2x1)` names the system: 2 nodes, 1 entry each.",
            "",
            "- *order*: messages of a link may overtake each other. `tolerated` if the algorithm does not assume",
            "  order.",
            "- *no duplication*: one message arrives twice.",
            "- *no loss*: one message is lost.",
            "- *no crash*: one node crashes.",
            "- *time bound*: one timer expires before the messages that it waits for have arrived. `-` if the",
            "  algorithm has no such timer.",
            "",
            "`nothing` means that nothing broke, and that the searches were exhaustive; `nothing found` means",
            "that they were not. *expectation* means that a node got an input that it considers impossible, and",
            "stopped with an error; the search does not continue after that. `rest open` means that",
            "because of such errors the search neither broke nor proved the other claims. An algorithm cannot",
            "lose a property that it does not claim: maekawa-simple claims no progress. ra-membership has timers,",
            "repeats its requests, and treats nodes that do not answer as failed. An algorithm that claims nothing",
            "is not listed.",
            "");

    private final Map<String, Map<DroppedAssumption, Optional<Damage>>> cells = new LinkedHashMap<>();

    /** Creates a matrix without rows. */
    public AssumptionMatrix() {}

    /** Checks an algorithm and adds its row, unless it claims nothing. */
    public void examine(CatalogueEntry<?, ?> entry) {
        if (entry.profile().assumptions().claims().isEmpty()) {
            return;
        }
        Map<DroppedAssumption, Optional<Damage>> row = new EnumMap<>(DroppedAssumption.class);
        for (DroppedAssumption droppedAssumption : DroppedAssumption.values()) {
            row.put(
                    droppedAssumption,
                    droppedAssumption.isAssumedBy(entry) ? Optional.of(droppedAssumption.of(entry)) : Optional.empty());
        }
        cells.put(entry.id(), Collections.unmodifiableMap(row));
    }

    /**
     * By algorithm and assumption: what was found, or empty if the algorithm does not make the
     * assumption.
     */
    public Map<String, Map<DroppedAssumption, Optional<Damage>>> cells() {
        return Collections.unmodifiableMap(cells);
    }

    /** The cells of the table, row by row; the first row has the titles. */
    public List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(Stream.concat(
                        Stream.of("algorithm"),
                        Stream.of(DroppedAssumption.values()).map(DroppedAssumption::toString))
                .toList());
        cells.forEach((id, row) -> rows.add(Stream.concat(
                        Stream.of(id), row.entrySet().stream().map(cell -> text(cell.getKey(), cell.getValue())))
                .toList()));
        return rows;
    }

    /** The table in Markdown. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        rows().forEach(row -> lines.add(line(row)));
        lines.add(1, line(Collections.nCopies(DroppedAssumption.values().length + 1, "---")));
        return lines;
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String text(DroppedAssumption droppedAssumption, Optional<Damage> damage) {
        if (damage.isEmpty()) {
            return droppedAssumption == DroppedAssumption.ORDER ? "tolerated" : "-";
        }
        if (damage.get().broken().isEmpty()) {
            return damage.get().complete() ? "nothing" : "nothing found";
        }
        StringJoiner broken = new StringJoiner(", ");
        damage.get().broken().forEach((property, steps) -> broken.add(property + " " + steps));
        if (!damage.get().complete()) {
            broken.add("rest open");
        }
        return broken + " (" + damage.get().nodes() + "x" + damage.get().entries() + ")";
    }

    /** The table with an introduction. */
    public String page() {
        return String.join("\n", INTRODUCTION) + "\n" + String.join("\n", lines()) + "\n";
    }
}
