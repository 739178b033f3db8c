package org.peerlock.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Network;
import org.peerlock.lab.swarm.Subject;
import org.peerlock.lab.swarm.Swarm;
import org.peerlock.lab.swarm.Trial;
import org.peerlock.lab.swarm.Trial.Outcome;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code peerlock lab swarm}. */
@Command(
        name = "swarm",
        description = {
            "Hunt for bugs with many random runs, each drawn from its seed: algorithm, nodes, lock, network, delays,"
                    + " load, patience, faults.",
            "Each run has two phases. First nodes stand still and links are cut for a while, as the algorithm claims to"
                    + " bear; nothing may happen that must not. Then all is whole and nobody asks any more; everybody who"
                    + " waits must enter.",
            "Starved is who waits while others enter in more than 20 N rounds; a round is over when all messages have"
                    + " arrived that were under way when it began.",
            "Prints a line for each failure with the command that repeats it, and a summary."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing was found",
            "1:something happened that must not: safety is violated",
            "3:somebody who waits does not enter: liveness is violated",
            "64:the command was not understood"
        })
final class SwarmCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--seeds", paramLabel = "N", required = true, description = "How many runs.")
    private long seeds;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "The first run's (${DEFAULT-VALUE}); the others follow.")
    private long seed;

    @Option(
            names = "--algorithm",
            paramLabel = "ID",
            description = {
                "Only this one, or an exhibit of the zoo; may be given several times. It is judged by what it claims, and"
                        + " by exclusion and progress in any case."
            })
    private final List<String> algorithms = new ArrayList<>();

    @Option(
            names = "--channels",
            paramLabel = "KIND",
            description =
                    "fifo or unordered, even if the algorithm does not claim to bear it; default: what it claims.")
    private @Nullable String channels;

    @Option(names = "--json", description = "Print everything as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        if (seeds < 1) {
            throw new CommandFailure(Exit.USAGE, "--seeds must be at least 1");
        }
        PrintWriter out = spec.commandLine().getOut();
        Findings findings = new Findings();
        try (Progress progress = Progress.of("swarm", seeds, spec.commandLine().getErr())) {
            new Swarm(subjects()).run(seed, seeds, outcome -> {
                progress.step();
                findings.add(outcome);
                if (!json && outcome.violation().isPresent()) {
                    out.println(line(outcome));
                    out.flush();
                }
            });
        }
        if (json) {
            out.println(Json.of(view(findings)));
        } else {
            findings.table().lines().forEach(out::println);
        }
        out.flush();
        return findings.exit();
    }

    private List<Subject> subjects() {
        List<Subject> subjects = new ArrayList<>();
        for (String id : algorithms) {
            subjects.add(Subject.find(id)
                    .orElseThrow(() -> new CommandFailure(
                            Exit.USAGE,
                            "there is no algorithm '" + id + "'; 'peerlock lab algorithms' lists them,"
                                    + " and scenarios/zoo has the exhibits")));
        }
        List<Subject> chosen = subjects.isEmpty() ? Subject.all() : subjects;
        if (channels == null) {
            return chosen;
        }
        Network network = ExperimentOptions.network(channels);
        return chosen.stream().map(subject -> subject.on(network)).toList();
    }

    /** What came of all runs so far. */
    private static final class Findings {

        private final List<Outcome> failures = new ArrayList<>();
        private final Map<String, Total> totals = new TreeMap<>();

        void add(Outcome outcome) {
            if (outcome.violation().isPresent()) {
                failures.add(outcome);
            }
            totals.merge(outcome.trial().subject().id(), Total.of(outcome), Total::plus);
        }

        int exit() {
            if (failures.isEmpty()) {
                return Exit.OK;
            }
            return failures.stream().anyMatch(Outcome::violatesSafety) ? Exit.DOES_NOT_HOLD : Exit.NO_LIVENESS;
        }

        Table table() {
            Table table = new Table("ALGORITHM", "RUNS", "FAILED", "ENTRIES", "CANCELLED", "FAULTS", "EVENTS");
            totals.forEach((id, total) -> total.addTo(table, id));
            totals.values().stream().reduce(Total::plus).ifPresent(all -> all.addTo(table, "all"));
            return table;
        }
    }

    /** Sums over runs. */
    private record Total(long runs, long failed, long entries, long cancelled, long faults, long events) {

        static Total of(Outcome outcome) {
            return new Total(
                    1,
                    outcome.violation().isPresent() ? 1 : 0,
                    outcome.entries(),
                    outcome.cancelled(),
                    outcome.faults(),
                    outcome.events());
        }

        Total plus(Total other) {
            return new Total(
                    runs + other.runs,
                    failed + other.failed,
                    entries + other.entries,
                    cancelled + other.cancelled,
                    faults + other.faults,
                    events + other.events);
        }

        void addTo(Table table, String name) {
            table.add(
                    name,
                    Long.toString(runs),
                    Long.toString(failed),
                    Long.toString(entries),
                    Long.toString(cancelled),
                    Long.toString(faults),
                    Long.toString(events));
        }
    }

    private String line(Outcome outcome) {
        return String.format(
                Locale.ROOT,
                "violates %s: seed %d: %s # %s; %s",
                outcome.violation().orElseThrow().property(),
                outcome.trial().seed(),
                command(outcome.trial()),
                outcome.violation().orElseThrow().sentence(),
                outcome.trial().parameters());
    }

    /** What repeats a run. */
    private String command(Trial trial) {
        return "peerlock lab swarm --seeds 1 --seed " + trial.seed() + " --algorithm "
                + trial.subject().id() + (channels == null ? "" : " --channels " + channels);
    }

    private Map<String, Object> view(Findings findings) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("seed", seed);
        view.put("seeds", seeds);
        view.put("failures", findings.failures.stream().map(this::failure).toList());
        view.put("algorithms", findings.totals);
        return view;
    }

    private Map<String, Object> failure(Outcome outcome) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("algorithm", outcome.trial().subject().id());
        view.put("seed", outcome.trial().seed());
        view.put("violates", outcome.violation().orElseThrow().property().toString());
        view.put("kind", outcome.violatesSafety() ? "safety" : "liveness");
        view.put("sentence", outcome.violation().orElseThrow().sentence());
        view.put("command", command(outcome.trial()));
        view.put("parameters", outcome.trial().parameters());
        return view;
    }
}
