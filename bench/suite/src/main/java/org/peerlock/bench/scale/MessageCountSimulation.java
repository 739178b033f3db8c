package org.peerlock.bench.scale;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.engine.settings.LiveAlgorithms;
import org.peerlock.lab.experiment.ExperimentSpec;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Parallel;
import org.peerlock.lab.simulate.Replications;

/**
 * How many messages an entry costs as the nodes become many, for each algorithm that live nodes can use for exclusive locks: counted in
 * the laboratory's simulation, beside what the formulas say. The algorithms are alone there: a broadcast counts as one message, and nobody
 * keeps a lock after its holder has left. The same numbers come out each time.
 */
public final class MessageCountSimulation {

    /** When the nodes ask. */
    public enum Load {
        /** One request at a time, by a node that is drawn. */
        LIGHT,
        /** Each node asks again as soon as it has left. */
        SATURATED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What came of one algorithm with so many nodes.
     *
     * @param formula in words; what the algorithm's profile says in general, if there is none for this load
     * @param expected the formula's value, if there is one for this load
     */
    public record Line(
            String algorithm, int nodes, Load load, double messagesPerEntry, String formula, OptionalDouble expected) {}

    private static final List<Integer> NODES = List.of(3, 5, 9, 25, 49, 100);

    private MessageCountSimulation() {}

    /** All of them; that keeps one core busy for some twenty seconds. */
    public static List<Line> run() {
        return run(NODES, nodes -> Math.max(2_000, 100_000 / nodes)); // an entry costs up to 3N messages
    }

    /**
     * With these numbers of nodes.
     *
     * @param entries how many are counted with so many nodes, after a quarter as many that are not
     */
    static List<Line> run(List<Integer> nodes, IntUnaryOperator entries) {
        List<Supplier<Line>> tasks = new ArrayList<>();
        for (Load load : Load.values()) {
            for (CatalogueEntry<?, ?> algorithm : LiveAlgorithms.all(Capacity.Kind.MUTEX)) {
                nodes.forEach(count -> tasks.add(() -> line(algorithm, count, load, entries.applyAsInt(count))));
            }
        }
        return Parallel.all(tasks);
    }

    private static Line line(CatalogueEntry<?, ?> algorithm, int nodes, Load load, int entries) {
        ExperimentSpec experimentSpec =
                ExperimentSpec.of(algorithm.id(), nodes).load(load.toString()).entries(entries, entries / 4);
        Replications runs = experimentSpec.run();
        if (runs.stalled() || runs.violation().isPresent()) {
            throw new IllegalStateException("something went wrong: " + experimentSpec.command());
        }
        double messages = runs.of(Metric.MESSAGES_PER_ENTRY).mean();
        Optional<Formula> formula = Formula.of(algorithm.id(), load);
        return new Line(
                algorithm.id(),
                nodes,
                load,
                messages,
                formula.map(Formula::text).orElse(algorithm.profile().costs().messages()),
                formula.map(known -> OptionalDouble.of(known.messages().applyAsDouble(nodes)))
                        .orElse(OptionalDouble.empty()));
    }

    /**
     * A table in Markdown: a row for each algorithm and load, a column for each number of nodes. Where three digits of the formula's value
     * differ, it is in brackets.
     */
    public static String table(List<Line> lines) {
        StringBuilder text = new StringBuilder();
        List<Integer> nodes =
                lines.stream().map(Line::nodes).distinct().sorted().toList();
        text.append("| algorithm | load | formula |");
        nodes.forEach(count -> text.append(" N = ").append(count).append(" |"));
        text.append("\n|---|---|---|").append("---|".repeat(nodes.size())).append('\n');
        rows(lines).forEach((head, row) -> {
            text.append(head);
            row.forEach(line -> text.append(' ').append(cell(line)).append(" |"));
            text.append('\n');
        });
        return text.toString();
    }

    /** The lines by what their row begins with, in the order in which they are. */
    private static Map<String, List<Line>> rows(List<Line> lines) {
        return lines.stream()
                .sorted(Comparator.comparing(Line::nodes))
                .collect(Collectors.groupingBy(
                        line -> "| `" + line.algorithm + "` | " + line.load + " | " + line.formula + " |",
                        LinkedHashMap::new,
                        Collectors.toList()));
    }

    private static String cell(Line line) {
        String measured = digits(line.messagesPerEntry);
        String expected = line.expected.isEmpty() ? measured : digits(line.expected.getAsDouble());
        return measured.equals(expected) ? measured : measured + " (" + expected + ")";
    }

    private static String digits(double value) {
        return BigDecimal.valueOf(value)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }
}
