package org.peerlock.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.cli.Findings.Failure;
import org.peerlock.cli.Findings.Kind;
import org.peerlock.lab.swarm.Subject;
import org.peerlock.lab.swarm.Swarm;
import org.peerlock.lab.swarm.Trial;
import org.peerlock.lab.zoo.Zoo;
import org.peerlock.test.LiveSwarm;
import org.peerlock.test.LiveTrial;
import org.peerlock.test.Pursuit;
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
            "With --live, whole nodes run, and exclusive locks, read-write locks and semaphores are wanted: members come and go, views change, leases run out. Nodes crash, leave, start, stand"
                    + " still and are cut off from each other, connections break, and the cell in which they agree is"
                    + " silent or read-only for a while, or deleted; clocks go wrong, within what the nodes were told. At no time"
                    + " may more hold a lock than there is room for, a fence not grow, or a hold get lost that should be carried into the next"
                    + " view. Then all is whole, and everybody who waits must enter.",
            "Prints a line for each failure with the command that repeats it, and a summary. With --live it counts entries"
                    + " (a node gets a lock; not its way from thread to thread), holds carried into the next view, leases"
                    + " that ended, nodes dropped, requests given up, and views that began at a node."
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
                        + " by exclusion and progress in any case. With --live only algorithms that live nodes can use."
            })
    private final List<String> algorithms = new ArrayList<>();

    @Option(
            names = "--channels",
            paramLabel = "KIND",
            description =
                    "fifo or unordered, even if the algorithm does not claim to bear it; default: what it claims.")
    private @Nullable String channels;

    @Option(
            names = "--live",
            description = "Run whole nodes instead of algorithms alone; the algorithms take turns from seed to seed.")
    private boolean live;

    @Option(
            names = "--locks",
            paramLabel = "KIND",
            description = {
                "With --live, what is wanted: exclusive, several (exclusive locks, all or none), read-write or semaphore;"
                        + " may be given several times. Default: all of them, by turns."
            })
    private final List<String> locks = new ArrayList<>();

    @Option(names = "--json", description = "Print everything as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        if (seeds < 1) {
            throw new CommandFailure(Exit.USAGE, "--seeds must be at least 1");
        }
        PrintWriter out = spec.commandLine().getOut();
        Findings findings = new Findings();
        if (live) {
            runLive(findings, out);
        } else {
            if (!locks.isEmpty()) {
                throw new CommandFailure(
                        Exit.USAGE, "algorithms alone are given any lock they serve: --locks is for --live");
            }
            run(findings, out);
        }
        if (json) {
            Map<String, Object> view = new LinkedHashMap<>();
            view.put("live", live);
            view.put("seed", seed);
            view.put("seeds", seeds);
            view.putAll(findings.view());
            out.println(Json.of(view));
        } else {
            findings.table().lines().forEach(out::println);
            out.println(findings.verdict());
        }
        out.flush();
        return findings.exit();
    }

    private void add(
            Findings findings, String algorithm, Map<String, Long> counts, Optional<Failure> failure, PrintWriter out) {
        findings.add(algorithm, counts, failure);
        if (!json && failure.isPresent()) {
            out.println(failure.get().line());
            out.flush();
        }
    }

    private static CommandFailure unknown(String id, String alsoIn) {
        return new CommandFailure(
                Exit.USAGE, "there is no algorithm '" + id + "'; 'peerlock lab algorithms' lists them" + alsoIn);
    }

    // Algorithms alone

    private void run(Findings findings, PrintWriter out) {
        Swarm swarm = new Swarm(subjects());
        try (Progress progress = Progress.of("swarm", seeds, spec.commandLine().getErr())) {
            swarm.run(seed, seeds, outcome -> {
                progress.step();
                add(findings, outcome.trial().subject().id(), counts(outcome), failure(outcome), out);
            });
        }
    }

    private List<Subject> subjects() {
        List<Subject> subjects = new ArrayList<>();
        for (String id : algorithms) {
            subjects.add(
                    Subject.find(Specimen.bare(id)).orElseThrow(() -> unknown(id, ", 'peerlock lab zoo' exhibits")));
        }
        List<Subject> chosen = subjects.isEmpty() ? Subject.all() : subjects;
        if (channels == null) {
            return chosen;
        }
        Network network = ExperimentOptions.network(channels);
        return chosen.stream().map(subject -> subject.on(network)).toList();
    }

    private static Map<String, Long> counts(Trial.Outcome outcome) {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("entries", outcome.entries());
        counts.put("cancelled", outcome.cancelled());
        counts.put("faults", outcome.faults());
        counts.put("events", outcome.events());
        return counts;
    }

    private Optional<Failure> failure(Trial.Outcome outcome) {
        Trial trial = outcome.trial();
        return outcome.violation()
                .map(violation -> new Failure(
                        trial.subject().id(),
                        trial.seed(),
                        violation.property().toString(),
                        outcome.violatesSafety() ? Kind.SAFETY : Kind.LIVENESS,
                        violation.sentence(),
                        command(trial),
                        trial.parameters()));
    }

    /** What repeats a run. */
    private String command(Trial trial) {
        return "peerlock lab swarm --seeds 1 --seed " + trial.seed() + " --algorithm "
                + trial.subject().id() + (channels == null ? "" : " --channels " + channels);
    }

    // Whole nodes

    private void runLive(Findings findings, PrintWriter out) {
        if (channels != null) {
            throw new CommandFailure(Exit.USAGE, "live nodes make their own channels: --channels is not for --live");
        }
        LiveSwarm swarm = liveSwarm();
        try (Progress progress = Progress.of("swarm", seeds, spec.commandLine().getErr())) {
            swarm.run(seed, seeds, outcome -> {
                progress.step();
                findings.addTo(
                        outcome.pursuit().toString(),
                        counts(outcome),
                        failure(outcome).isPresent());
                add(findings, outcome.algorithm(), counts(outcome), failure(outcome), out);
            });
        }
    }

    private LiveSwarm liveSwarm() {
        List<Pursuit> pursuits = pursuits();
        List<Entry<?, ?>> chosen = new ArrayList<>();
        for (String id : algorithms) {
            if (Zoo.find(Specimen.bare(id)).isPresent()) {
                throw new CommandFailure(Exit.USAGE, "exhibits of the zoo, such as " + id + ", are not for live nodes");
            }
            Entry<?, ?> entry = Catalogue.find(id).orElseThrow(() -> unknown(id, ""));
            if (pursuits.stream().noneMatch(pursuit -> pursuit.algorithms().contains(entry))) {
                throw new CommandFailure(
                        Exit.USAGE,
                        id + " cannot be used between live nodes: "
                                + pursuits.get(0).refusal(entry).orElseThrow());
            }
            chosen.add(entry);
        }
        return new LiveSwarm(pursuits, chosen.isEmpty() ? List.copyOf(Catalogue.entries()) : chosen);
    }

    private List<Pursuit> pursuits() {
        List<Pursuit> chosen = new ArrayList<>();
        for (String name : locks) {
            chosen.add(Stream.of(Pursuit.values())
                    .filter(pursuit -> pursuit.toString().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new CommandFailure(
                            Exit.USAGE,
                            "there are no locks '" + name + "', but exclusive, several, read-write, semaphore")));
        }
        return chosen.isEmpty() ? List.of(Pursuit.values()) : chosen;
    }

    static Map<String, Long> counts(LiveTrial.Outcome outcome) {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("entries", outcome.entries());
        counts.put("carried", outcome.carried());
        counts.put("lapses", outcome.lapses());
        counts.put("evictions", outcome.evictions());
        counts.put("withdrawals", outcome.withdrawals());
        counts.put("views", outcome.views());
        counts.put("faults", outcome.faults());
        counts.put("events", outcome.events());
        return counts;
    }

    static Optional<Failure> failure(LiveTrial.Outcome outcome) {
        return outcome.violation()
                .map(violation -> new Failure(
                        outcome.algorithm(),
                        outcome.seed(),
                        violation.invariant().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        outcome.violatesSafety() ? Kind.SAFETY : Kind.LIVENESS,
                        violation.sentence(),
                        "peerlock lab swarm --live --seeds 1 --seed " + outcome.seed() + " --locks " + outcome.pursuit()
                                + " --algorithm " + outcome.algorithm(),
                        outcome.parameters()));
    }
}
