package org.peerlock.cli.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.Table;

/** The results of the runs of a swarm. */
final class SwarmSummary {

    /**
     * A failure of a run.
     *
     * @param command the command that repeats the run
     * @param parameters all random choices of the run
     */
    record Failure(
            String algorithm,
            long seed,
            String violates,
            Kind kind,
            String sentence,
            String command,
            String parameters) {

        String line() {
            return "violates " + violates + ": seed " + seed + ": " + command + " # " + sentence + "; " + parameters;
        }
    }

    /** The kind of a failure. */
    enum Kind {
        SAFETY,
        LIVENESS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final List<Failure> failures = new ArrayList<>();
    /** The sums over the runs of each algorithm, in the order of the output. */
    private final Map<String, Map<String, Long>> sums = new TreeMap<>();

    /** The same runs, by kind of lock; empty if there is only one kind. */
    private final Map<String, Map<String, Long>> kinds = new TreeMap<>();

    /** Counts a run of an algorithm. */
    void add(String algorithm, Map<String, Long> counts, Optional<Failure> failure) {
        add(sums, algorithm, counts, failure.isPresent());
        failure.ifPresent(failures::add);
    }

    /** Counts it by kind of lock, too. */
    void addTo(String kind, Map<String, Long> counts, boolean failed) {
        add(kinds, kind, counts, failed);
    }

    private static void add(Map<String, Map<String, Long>> to, String row, Map<String, Long> counts, boolean failed) {
        Map<String, Long> sum = to.computeIfAbsent(row, any -> new LinkedHashMap<>());
        sum.merge("runs", 1L, Long::sum);
        sum.merge("failed", failed ? 1L : 0L, Long::sum);
        counts.forEach((what, count) -> sum.merge(what, count, Long::sum));
    }

    int exitCode() {
        if (failures.isEmpty()) {
            return Exit.OK;
        }
        return failures.stream().anyMatch(failure -> failure.kind() == Kind.SAFETY)
                ? Exit.DOES_NOT_HOLD
                : Exit.NO_LIVENESS;
    }

    Table table() {
        Map<String, Long> all = new LinkedHashMap<>();
        sums.values().forEach(sum -> sum.forEach((what, count) -> all.merge(what, count, Long::sum)));
        List<String> titles = new ArrayList<>(List.of("ALGORITHM"));
        all.keySet().forEach(what -> titles.add(what.toUpperCase(Locale.ROOT)));
        Table table = new Table(titles.toArray(String[]::new));
        sums.forEach((algorithm, sum) -> row(table, algorithm, sum));
        kinds.forEach((kind, sum) -> row(table, kind, sum));
        row(table, "all", all);
        return table;
    }

    /** A sentence. */
    String verdict() {
        long runs = sums.values().stream().mapToLong(sum -> sum.get("runs")).sum();
        return failures.isEmpty()
                ? "Nothing went wrong in " + runs + (runs == 1 ? " run." : " runs.")
                : failures.size() + " of " + runs + " runs went wrong.";
    }

    private static void row(Table table, String name, Map<String, Long> sum) {
        List<String> cells = new ArrayList<>(List.of(name));
        sum.values().forEach(count -> cells.add(Long.toString(count)));
        table.add(cells.toArray(String[]::new));
    }

    Map<String, Object> view() {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("failures", failures.stream().map(SwarmSummary::view).toList());
        view.put("algorithms", sums);
        if (!kinds.isEmpty()) {
            view.put("locks", kinds);
        }
        return view;
    }

    private static Map<String, Object> view(Failure failure) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("algorithm", failure.algorithm());
        view.put("seed", failure.seed());
        view.put("violates", failure.violates());
        view.put("kind", failure.kind().toString());
        view.put("sentence", failure.sentence());
        view.put("command", failure.command());
        view.put("parameters", failure.parameters());
        return view;
    }
}
