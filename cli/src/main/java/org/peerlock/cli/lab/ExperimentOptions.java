package org.peerlock.cli.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.catalogue.SpellingSuggestion;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.lab.simulate.ArrivalPattern;
import org.peerlock.lab.simulate.Delays;
import org.peerlock.lab.simulate.Distribution;
import org.peerlock.lab.simulate.Experiment;
import org.peerlock.lab.simulate.Fault;
import org.peerlock.lab.simulate.FaultPlan;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of experiments, except for the algorithm, the number of nodes and the load. */
final class ExperimentOptions {

    private static final long MOST_ENTRIES = 1_000_000_000_000L;
    private static final int MAX_NODES = 1_000_000;

    @Option(
            names = "--delay",
            paramLabel = "TIME",
            defaultValue = "constant:1",
            description = {
                "How long a message takes (${DEFAULT-VALUE}): constant:V, uniform:A,B, exponential:MEAN,"
                        + " lognormal:MEDIAN,SIGMA, wan (three regions), matrix:0.5,40;40,0.5."
            })
    String delay = "constant:1";

    @Option(
            names = "--hold",
            paramLabel = "TIME",
            defaultValue = "constant:0.1",
            description = "How long a node holds the lock (${DEFAULT-VALUE}), written in the same way.")
    String hold = "constant:0.1";

    @Option(
            names = "--channels",
            paramLabel = "KIND",
            description = "fifo or unordered; default: the weakest that the algorithm tolerates.")
    @Nullable String channels;

    @Option(
            names = "--permits",
            paramLabel = "K",
            description = "Use a semaphore with K permits; each request needs one.")
    @Nullable Integer permits;

    @Option(
            names = "--readers",
            paramLabel = "SHARE",
            description = "Use a read-write lock; this share of the requests reads.")
    @Nullable Double readers;

    @Option(names = "--timeout", paramLabel = "TIME", description = "Cancel requests that have waited this long.")
    @Nullable String timeout;

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            description = {
                "A fault; may be given several times. Repeated, at random nodes: loss:P,"
                        + " duplicate:P, pause:RATE,DURATION, crash:RATE, crash:RATE,DOWNTIME, cut:RATE,DURATION (one"
                        + " way), partition:RATE,DURATION. Once: pause@TIME:NODE,DURATION, crash@TIME:NODE,"
                        + " restart@TIME:NODE, cut@TIME:FROM>TO,DURATION, partition@TIME:1,2|3,4;DURATION.",
                "A link that is cut keeps its messages until it works again. A node that is restarted has lost its state:"
                        + " only an algorithm that claims so survives that."
            })
    List<String> faults = new ArrayList<>();

    @Mixin
    final AlgorithmOptions algorithm = new AlgorithmOptions();

    @Option(
            names = "--entries",
            paramLabel = "COUNT",
            defaultValue = "10000",
            description = "The number of measured entries (${DEFAULT-VALUE}).")
    long entries;

    @Option(
            names = "--warmup",
            paramLabel = "COUNT",
            defaultValue = "1000",
            description = "The number of entries before that, which are not measured (${DEFAULT-VALUE}).")
    long warmup;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "End after this virtual time, even if there were fewer entries.")
    @Nullable Double duration;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "The seed of the first run (${DEFAULT-VALUE}).")
    long seed;

    @Option(
            names = "--replications",
            paramLabel = "R",
            defaultValue = "1",
            description = "The number of runs, with seeds S, S+1, ...; several give confidence intervals.")
    int replications;

    @Option(names = "--by-node", description = "Also show the mean waiting time of each node.")
    boolean byNode;

    /**
     * Builds an experiment.
     *
     * @param chosen options of the algorithm
     * @throws IllegalArgumentException if the algorithm cannot run in this way
     */
    <S extends Record, M> Experiment<S, M> experiment(
            CatalogueEntry<S, M> entry, int nodes, ArrivalPattern arrivalPattern, Map<String, String> chosen) {
        if (entries > MOST_ENTRIES || warmup > MOST_ENTRIES) {
            throw new CommandException(Exit.USAGE, "--entries and --warmup must be at most " + MOST_ENTRIES);
        }
        if (entries < 1 || warmup < 0 || replications < 1) {
            throw new CommandException(
                    Exit.USAGE, "--entries and --replications must be at least 1, and --warmup at least 0");
        }
        if (nodes > MAX_NODES) {
            throw new CommandException(Exit.USAGE, "--nodes must be at most " + MAX_NODES);
        }
        Experiment.Conditions conditions = new Experiment.Conditions(
                network(entry),
                delay(),
                arrivalPattern,
                hold(),
                readers == null ? 0 : readers,
                Optional.ofNullable(timeout).map(text -> parse("--timeout", text, Distribution::parse)),
                FaultPlan.of(faults.stream()
                        .map(text -> parse("--fault", text, Fault::parse))
                        .toList()));
        GroupConfig config = new GroupConfig(nodes, capacity(), new TreeMap<>(chosen));
        Experiment<S, M> experiment = new Experiment<>(entry, config, conditions, plan());
        experiment.check();
        return experiment;
    }

    Experiment.Plan plan() {
        if (duration != null && !(duration > 0)) {
            throw new CommandException(Exit.USAGE, "--duration must be greater than 0");
        }
        return new Experiment.Plan(entries, warmup, duration == null ? Double.POSITIVE_INFINITY : duration, seed);
    }

    Delays delay() {
        return parse("--delay", delay, Delays::parse);
    }

    Distribution hold() {
        return parse("--hold", hold, Distribution::parse);
    }

    private Capacity capacity() {
        if (permits != null && readers != null) {
            throw new CommandException(
                    Exit.USAGE, "--permits and --readers are for different kinds of locks; choose one");
        }
        if (readers != null && !(readers >= 0 && readers <= 1)) {
            throw new CommandException(Exit.USAGE, "--readers: expected a share from 0 to 1, not '" + readers + "'");
        }
        if (permits != null) {
            return parse("--permits", permits, Capacity::semaphore);
        }
        return readers != null ? Capacity.readWrite() : Capacity.mutex();
    }

    private Network network(CatalogueEntry<?, ?> entry) {
        return channels == null ? entry.profile().assumptions().weakest() : network(channels);
    }

    /** The network that {@code --channels} names. */
    static Network network(String channels) {
        return parse("--channels", channels, name -> {
            for (Network network : Network.values()) {
                if (network.name().toLowerCase(Locale.ROOT).equals(name)) {
                    return network;
                }
            }
            throw new IllegalArgumentException("expected fifo or unordered, not '" + name + "'"
                    + SpellingSuggestion.of(name, List.of("fifo", "unordered")));
        });
    }

    static CatalogueEntry<?, ?> algorithm(String id) {
        return Catalogue.find(id)
                .orElseThrow(() -> new CommandException(
                        Exit.USAGE,
                        "there is no algorithm '" + id + "'; 'peerlock lab algorithms' lists them"
                                + SpellingSuggestion.of(id, Catalogue.ids())));
    }

    /** Parses the value of an option, or reports what is wrong with it. */
    static <A, B> B parse(String option, A value, Function<A, B> parser) {
        try {
            return parser.apply(value);
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, option + ": " + e.getMessage());
        }
    }
}
