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
 * Counts the messages per entry with 3 to 100 nodes, for each algorithm that live nodes can use for
 * exclusive locks, and compares them with the formulas. The lab's simulator runs the bare
 * algorithms: a broadcast counts as one message, and no node keeps a lock after it left. The result
 * is deterministic.
 */
public final class MessageCountSimulation {

    /** How often the nodes request the lock. */
    public enum LoadLevel {
        /** One request at a time, by a random node. */
        LIGHT,
        /** Each node requests again as soon as it left. */
        SATURATED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The messages per entry of one algorithm with a given number of nodes.
     *
     * @param formula as text; the cost from the algorithm's profile if there is no formula for this
     *     load
     * @param expected the formula's value, if there is a formula for this load
     */
    public record MessageCount(
            String algorithm,
            int nodes,
            LoadLevel load,
            double messagesPerEntry,
            String formula,
            OptionalDouble expected) {}

    private static final List<Integer> NODES = List.of(3, 5, 9, 25, 49, 100);

    private MessageCountSimulation() {}

    /** Runs all simulations. This keeps one core busy for about twenty seconds. */
    public static List<MessageCount> run() {
        return run(NODES, nodes -> Math.max(2_000, 100_000 / nodes)); // an entry costs up to 3N messages
    }

    /**
     * Runs the simulations with these numbers of nodes.
     *
     * @param entries maps the number of nodes to the number of counted entries; a quarter as many
     *     run before them as a warm-up
     */
    static List<MessageCount> run(List<Integer> nodes, IntUnaryOperator entries) {
        List<Supplier<MessageCount>> tasks = new ArrayList<>();
        for (LoadLevel load : LoadLevel.values()) {
            for (CatalogueEntry<?, ?> algorithm : LiveAlgorithms.all(Capacity.Kind.MUTEX)) {
                nodes.forEach(n -> tasks.add(() -> count(algorithm, n, load, entries.applyAsInt(n))));
            }
        }
        return Parallel.all(tasks);
    }

    private static MessageCount count(CatalogueEntry<?, ?> algorithm, int nodes, LoadLevel load, int entries) {
        ExperimentSpec spec =
                ExperimentSpec.of(algorithm.id(), nodes).load(load.toString()).entries(entries, entries / 4);
        Replications runs = spec.run();
        if (runs.stalled() || runs.violation().isPresent()) {
            throw new IllegalStateException("a simulation stalled or violated a property: " + spec.command());
        }
        double messages = runs.of(Metric.MESSAGES_PER_ENTRY).mean();
        Optional<Formula> formula = Formula.of(algorithm.id(), load);
        return new MessageCount(
                algorithm.id(),
                nodes,
                load,
                messages,
                formula.map(Formula::text).orElse(algorithm.profile().costs().messages()),
                formula.map(known -> OptionalDouble.of(known.messages().applyAsDouble(nodes)))
                        .orElse(OptionalDouble.empty()));
    }

    /**
     * A table in Markdown, with a row for each algorithm and load level and a column for each
     * number of nodes. The formula's value follows in brackets where it differs in the first three
     * digits.
     */
    public static String table(List<MessageCount> counts) {
        StringBuilder text = new StringBuilder();
        List<Integer> nodes =
                counts.stream().map(MessageCount::nodes).distinct().sorted().toList();
        text.append("| algorithm | load | formula |");
        nodes.forEach(n -> text.append(" N = ").append(n).append(" |"));
        text.append("\n|---|---|---|").append("---|".repeat(nodes.size())).append('\n');
        rows(counts).forEach((head, row) -> {
            text.append(head);
            row.forEach(count -> text.append(' ').append(cell(count)).append(" |"));
            text.append('\n');
        });
        return text.toString();
    }

    /** The counts by the first cells of their row, in order. */
    private static Map<String, List<MessageCount>> rows(List<MessageCount> counts) {
        return counts.stream()
                .sorted(Comparator.comparing(MessageCount::nodes))
                .collect(Collectors.groupingBy(
                        count -> "| `" + count.algorithm + "` | " + count.load + " | " + count.formula + " |",
                        LinkedHashMap::new,
                        Collectors.toList()));
    }

    private static String cell(MessageCount count) {
        String measured = digits(count.messagesPerEntry);
        String expected = count.expected.isEmpty() ? measured : digits(count.expected.getAsDouble());
        return measured.equals(expected) ? measured : measured + " (" + expected + ")";
    }

    private static String digits(double value) {
        return BigDecimal.valueOf(value)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }
}
