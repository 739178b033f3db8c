package org.peerlock.cli.lab;

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
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.SpellingSuggestion;
import org.peerlock.cli.lab.SwarmSummary.Failure;
import org.peerlock.cli.lab.SwarmSummary.Kind;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.Json;
import org.peerlock.cli.terminal.TerminalProgress;
import org.peerlock.lab.swarm.Swarm;
import org.peerlock.lab.swarm.SwarmRun;
import org.peerlock.lab.swarm.SwarmTarget;
import org.peerlock.lab.zoo.Zoo;
import org.peerlock.testkit.ClientWorkload;
import org.peerlock.testkit.LiveSwarm;
import org.peerlock.testkit.LiveSwarmRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code peerlock lab swarm}. */
@Command(
        name = "swarm",
        description = {
            "Hunt for bugs with many random runs. The seed of a run determines its algorithm, nodes, lock, network, delays,"
                    + " load, timeouts and faults.",
            "",
            "Each run has two phases. In the first one, nodes are paused and links are cut for a while, as far as the"
                    + " algorithm claims to tolerate it; safety must hold. Then all faults end and no new requests are made;"
                    + " every waiting node must enter.",
            "A node is starved if it waits while others enter in more than 20 N rounds. A round is over when all"
                    + " messages have arrived that were under way when it began.",
            "",
            "With --live, complete nodes run, with exclusive locks, read-write locks and semaphores. Nodes crash, leave,"
                    + " start, are paused, and are partitioned from each other; connections break; the registry does not answer,"
                    + " is away for long, is read-only, or is deleted; clocks drift within the allowed bound; the algorithms change while nodes are"
                    + " restarted one by one. At no time may there be more"
                    + " holders than the lock allows, a fence that does not grow, or a hold that is missing in the next"
                    + " view. Then all faults end, and every waiting node must enter.",
            "",
            "Prints a line for each failure, with the command that repeats it, and a summary. With --live it counts entries"
                    + " (a node acquires a lock; not the hand-over between its threads), holds carried into the next view, expired"
                    + " leases, evicted nodes, cancelled requests, views, views with other algorithms than the one before"
                    + " (switches), leases that outlived an outage of the registry by pledges of the other members (pledged),"
                    + " those that did so for a lease after another member had left (after-leaving), and nodes that were evicted soon after an outage (after-outages)."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing was found",
            "1:safety is violated",
            "3:liveness is violated: a waiting node does not enter",
            "64:the command line is wrong"
        })
final class SwarmCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--seeds", paramLabel = "N", required = true, description = "The number of runs.")
    private long seeds;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "The seed of the first run (${DEFAULT-VALUE}); the other runs use the next numbers.")
    private long seed;

    @Option(
            names = "--algorithm",
            paramLabel = "ID",
            description = {
                "Only this algorithm, or an exhibit of the zoo; may be given several times. The properties that it claims are"
                        + " checked, and exclusion and progress in any case. With --live only algorithms that live nodes can use."
            })
    private final List<String> algorithms = new ArrayList<>();

    @Option(
            names = "--channels",
            paramLabel = "KIND",
            description =
                    "fifo or unordered, even if the algorithm does not claim to tolerate it; default: what it claims.")
    private @Nullable String channels;

    @Option(
            names = "--live",
            description = "Run complete nodes instead of algorithms alone; the algorithms alternate from seed to seed.")
    private boolean live;

    @Option(
            names = "--locks",
            paramLabel = "KIND",
            description = {
                "With --live, the kind of locks: exclusive, several (exclusive locks, all or none), read-write or semaphore;"
                        + " may be given several times. Default: all of them in turn."
            })
    private final List<String> locks = new ArrayList<>();

    @Option(names = "--json", description = "Print all results as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        if (seeds < 1) {
            throw new CommandException(Exit.USAGE, "--seeds must be at least 1");
        }
        PrintWriter out = spec.commandLine().getOut();
        SwarmSummary swarmSummary = new SwarmSummary();
        if (live) {
            runLive(swarmSummary, out);
        } else {
            if (!locks.isEmpty()) {
                throw new CommandException(
                        Exit.USAGE, "--locks needs --live: without it, algorithms use every lock that they serve");
            }
            run(swarmSummary, out);
        }
        if (json) {
            Map<String, Object> view = new LinkedHashMap<>();
            view.put("live", live);
            view.put("seed", seed);
            view.put("seeds", seeds);
            view.putAll(swarmSummary.view());
            out.println(Json.of(view));
        } else {
            swarmSummary.table().lines().forEach(out::println);
            out.println(swarmSummary.verdict());
        }
        out.flush();
        return swarmSummary.exitCode();
    }

    private void add(
            SwarmSummary swarmSummary,
            String algorithm,
            Map<String, Long> counts,
            Optional<Failure> failure,
            PrintWriter out) {
        swarmSummary.add(algorithm, counts, failure);
        if (!json && failure.isPresent()) {
            out.println(failure.get().line());
            out.flush();
        }
    }

    private static CommandException unknown(String id, String alsoIn, List<String> known) {
        return new CommandException(
                Exit.USAGE,
                "there is no algorithm '" + id + "'; 'peerlock lab algorithms' lists them" + alsoIn
                        + SpellingSuggestion.of(id, known));
    }

    // Algorithms alone

    private void run(SwarmSummary swarmSummary, PrintWriter out) {
        Swarm swarm = new Swarm(subjects());
        try (TerminalProgress terminalProgress =
                TerminalProgress.of("swarm", seeds, spec.commandLine().getErr())) {
            swarm.run(seed, seeds, outcome -> {
                terminalProgress.step();
                add(swarmSummary, outcome.run().target().id(), counts(outcome), failure(outcome), out);
            });
        }
    }

    private List<SwarmTarget> subjects() {
        List<SwarmTarget> subjects = new ArrayList<>();
        for (String id : algorithms) {
            subjects.add(SwarmTarget.find(CheckTarget.withoutZooPrefix(id))
                    .orElseThrow(() -> unknown(
                            id,
                            ", 'peerlock lab zoo' exhibits",
                            Stream.concat(Catalogue.ids().stream(), Zoo.ids().stream())
                                    .toList())));
        }
        List<SwarmTarget> chosen = subjects.isEmpty() ? SwarmTarget.all() : subjects;
        if (channels == null) {
            return chosen;
        }
        Network network = ExperimentOptions.network(channels);
        return chosen.stream().map(swarmTarget -> swarmTarget.on(network)).toList();
    }

    private static Map<String, Long> counts(SwarmRun.Outcome outcome) {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("entries", outcome.entries());
        counts.put("cancelled", outcome.cancelled());
        counts.put("faults", outcome.faults());
        counts.put("events", outcome.events());
        return counts;
    }

    private Optional<Failure> failure(SwarmRun.Outcome outcome) {
        SwarmRun swarmRun = outcome.run();
        return outcome.violation()
                .map(violation -> new Failure(
                        swarmRun.target().id(),
                        swarmRun.seed(),
                        violation.property().toString(),
                        outcome.violatesSafety() ? Kind.SAFETY : Kind.LIVENESS,
                        violation.sentence(),
                        command(swarmRun),
                        swarmRun.parameters()));
    }

    /** The command that repeats a run. */
    private String command(SwarmRun swarmRun) {
        return "peerlock lab swarm --seeds 1 --seed " + swarmRun.seed() + " --algorithm "
                + swarmRun.target().id() + (channels == null ? "" : " --channels " + channels);
    }

    // Complete nodes

    private void runLive(SwarmSummary swarmSummary, PrintWriter out) {
        if (channels != null) {
            throw new CommandException(
                    Exit.USAGE, "--channels cannot be used with --live: live nodes have their own channels");
        }
        LiveSwarm swarm = liveSwarm();
        try (TerminalProgress terminalProgress =
                TerminalProgress.of("swarm", seeds, spec.commandLine().getErr())) {
            swarm.run(seed, seeds, outcome -> {
                terminalProgress.step();
                swarmSummary.addTo(
                        outcome.workload().toString(),
                        counts(outcome),
                        failure(outcome).isPresent());
                add(swarmSummary, outcome.algorithm(), counts(outcome), failure(outcome), out);
            });
        }
    }

    private LiveSwarm liveSwarm() {
        List<ClientWorkload> pursuits = pursuits();
        List<CatalogueEntry<?, ?>> chosen = new ArrayList<>();
        for (String id : algorithms) {
            if (Zoo.find(CheckTarget.withoutZooPrefix(id)).isPresent()) {
                throw new CommandException(
                        Exit.USAGE, "exhibits of the zoo, such as " + id + ", are not for live nodes");
            }
            CatalogueEntry<?, ?> entry = Catalogue.find(id).orElseThrow(() -> unknown(id, "", Catalogue.ids()));
            if (pursuits.stream()
                    .noneMatch(clientWorkload -> clientWorkload.algorithms().contains(entry))) {
                throw new CommandException(
                        Exit.USAGE,
                        id + " cannot be used between live nodes: "
                                + pursuits.get(0).refusal(entry).orElseThrow());
            }
            chosen.add(entry);
        }
        return new LiveSwarm(pursuits, chosen.isEmpty() ? List.copyOf(Catalogue.entries()) : chosen);
    }

    private List<ClientWorkload> pursuits() {
        List<ClientWorkload> chosen = new ArrayList<>();
        for (String name : locks) {
            chosen.add(Stream.of(ClientWorkload.values())
                    .filter(clientWorkload -> clientWorkload.toString().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new CommandException(
                            Exit.USAGE,
                            "there are no locks '" + name + "'; use exclusive, several, read-write or semaphore"
                                    + SpellingSuggestion.of(
                                            name,
                                            Stream.of(ClientWorkload.values())
                                                    .map(ClientWorkload::toString)
                                                    .toList()))));
        }
        return chosen.isEmpty() ? List.of(ClientWorkload.values()) : chosen;
    }

    static Map<String, Long> counts(LiveSwarmRun.Outcome outcome) {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("entries", outcome.entries());
        counts.put("carried", outcome.carried());
        counts.put("expiries", outcome.expiries());
        counts.put("evictions", outcome.evictions());
        counts.put("withdrawals", outcome.withdrawals());
        counts.put("views", outcome.views());
        counts.put("switches", outcome.algorithmChanges());
        counts.put("pledged", outcome.pledged());
        counts.put("after-leaving", outcome.pledgedForEver());
        counts.put("after-outages", outcome.evictedAfterOutages());
        counts.put("faults", outcome.faults());
        counts.put("events", outcome.events());
        return counts;
    }

    static Optional<Failure> failure(LiveSwarmRun.Outcome outcome) {
        return outcome.violation()
                .map(invariantViolation -> new Failure(
                        outcome.algorithm(),
                        outcome.seed(),
                        invariantViolation
                                .invariant()
                                .name()
                                .toLowerCase(Locale.ROOT)
                                .replace('_', '-'),
                        outcome.violatesSafety() ? Kind.SAFETY : Kind.LIVENESS,
                        invariantViolation.sentence(),
                        "peerlock lab swarm --live --seeds 1 --seed " + outcome.seed() + " --locks "
                                + outcome.workload() + " --algorithm " + outcome.algorithm(),
                        outcome.parameters()));
    }
}
