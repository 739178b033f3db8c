package org.peerlock.cli.lab;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.MembershipAlgorithm;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.catalogue.SpellingSuggestion;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.lab.check.Check;
import org.peerlock.lab.check.Workload;
import org.peerlock.lab.world.BypassCounts;
import org.peerlock.lab.world.Churn;
import org.peerlock.lab.zoo.Exhibit;
import org.peerlock.lab.zoo.Exhibit.Demonstration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a small system, and the properties to check in it. */
final class SystemOptions {

    private static final int MOST_ENTRIES = 1_000_000;

    private static final String UNLIMITED = "unlimited";
    private static final String LOSSY = "lossy";
    private static final String DUPLICATING = "duplicating";

    @Option(names = "--nodes", paramLabel = "N", description = "The number of nodes (2).")
    private @Nullable Integer nodes;

    @Option(
            names = "--entries",
            paramLabel = "R",
            description = {
                "How many requests each node makes (1), or unlimited. With unlimited, states that differ only in the"
                        + " growth of numbers are equal; still there may be infinitely many, for example with --cancel."
            })
    private @Nullable String entries;

    @Option(
            names = "--network",
            paramLabel = "KIND",
            description = {
                "fifo, unordered, lossy or duplicating; default: the weakest that the algorithm claims to tolerate.",
                "lossy: the default, and any one message may be lost. duplicating: any one message may arrive twice."
            })
    private @Nullable String network;

    @Option(
            names = "--permits",
            paramLabel = "K",
            description = "Use a semaphore with K permits; requests need one, or all but one.")
    private @Nullable Integer permits;

    @Option(names = "--read-write", description = "Use a read-write lock; requests read or write.")
    private boolean readWrite;

    @Mixin
    private final AlgorithmOptions algorithm = new AlgorithmOptions();

    @Option(
            names = "--holders",
            paramLabel = "NODES",
            split = ",",
            hideParamSyntax = true,
            description = "These are inside at the start: one node, such as 2; or several, such as 2,3, with one permit"
                    + " each (--permits) or as readers (--read-write).")
    private List<Integer> holders = new ArrayList<>();

    @Option(names = "--cancel", description = "Every waiting request may be cancelled at any time.")
    private boolean cancel;

    @Option(names = "--crash", description = "Any one node may crash at any time.")
    private boolean crash;

    @Option(
            names = "--join",
            description = "One node that is not a member may join at any time, through any member."
                    + " --option members=1,2 says who is a member at the start.")
    private boolean join;

    @Option(names = "--leave", description = "Any one member may leave the group at any time.")
    private boolean leave;

    @Option(names = "--suspect", description = "One node may at any time wrongly suspect another one.")
    private boolean suspect;

    @Option(
            names = "--early",
            description = "One timer whose length is only an estimate, as in ra-membership, may expire too early.")
    private boolean early;

    @Option(
            names = "--timely",
            description = {
                "A timer expires only when no message is under way. Then an algorithm that waits for a time, such as"
                        + " last-entered-literal, never takes a slow message for a missing one."
            })
    private boolean timely;

    @Option(
            names = "--max-bypass",
            paramLabel = "B",
            description =
                    "Check that others enter at most so often between a request of the last node and its entry (property"
                            + " bypass).")
    private @Nullable Integer maxBypass;

    @Option(names = "--max-bypass-each", paramLabel = "B", description = "The same for each of the others alone.")
    private @Nullable Integer maxBypassEach;

    @Option(
            names = "--property",
            paramLabel = "NAME",
            split = ",",
            hideParamSyntax = true,
            description = {
                "A property to check: exclusion, progress, no-starvation, fence, withdrawal, expectation, order, first-come, bypass; may"
                        + " be given several times. Default: those that the algorithm claims on this network, and exclusion and progress in any case;"
                        + " all, if it claims none; but not fence with unlimited entries. No-starvation includes progress."
            })
    private List<String> properties = new ArrayList<>();

    /**
     * Builds the check. For an exhibit, the defaults are those of the system that shows its defect.
     *
     * @throws IllegalArgumentException if there is no such system
     */
    <S extends Record, M> Check<S, M> check(CheckTarget<S, M> checkTarget) {
        Demonstration usual = checkTarget
                .exhibit()
                .map(Exhibit::demonstration)
                .orElseGet(() -> new Demonstration(GroupConfig.mutex(2), Network.FIFO, 1, 0));
        GroupConfig config = config(usual);
        var first = checkTarget.entry().create(config).get(0);
        if (!(first instanceof MembershipAlgorithm)) {
            refuse(suspect, "--suspect: " + checkTarget.id() + " has no failure detection; ra-membership has");
            refuse(join, "--join: the nodes of " + checkTarget.id() + " never change; those of ra-membership do");
            refuse(leave, "--leave: the nodes of " + checkTarget.id() + " never change; those of ra-membership do");
        }
        Assumptions assumptions = first.profile().assumptions();
        Network order = order(checkTarget.exhibit().isPresent() ? usual.network() : assumptions.weakest());
        Workload workload = workload(usual, config, first.profile().increments());
        Set<Property> claimed = isFaulty() ? EnumSet.noneOf(Property.class) : assumptions.claimedOn(order);
        Set<Property> judged = properties(checkTarget.exhibit().map(Exhibit::breaks), claimed, workload);
        return new Check<>(checkTarget.entry(), config, order, start(config), workload, judged);
    }

    private static void refuse(boolean refused, String reason) {
        if (refused) {
            throw new CommandException(Exit.USAGE, reason);
        }
    }

    private GroupConfig config(Demonstration usual) {
        int size = nodes == null ? usual.config().nodes() : nodes;
        if (size > Check.MAX_NODES) {
            throw new CommandException(Exit.USAGE, "--nodes must be at most " + Check.MAX_NODES);
        }
        Map<String, String> options = new TreeMap<>(usual.config().options());
        options.putAll(algorithm.chosen());
        return new GroupConfig(size, capacity(usual.config().capacity()), new TreeMap<>(options));
    }

    private Capacity capacity(Capacity usual) {
        if (permits != null && readWrite) {
            throw new CommandException(
                    Exit.USAGE, "--permits and --read-write are for different kinds of locks; choose one");
        }
        if (permits != null) {
            return ExperimentOptions.parse("--permits", permits, Capacity::semaphore);
        }
        return readWrite ? Capacity.readWrite() : usual;
    }

    private boolean isFaulty() {
        return LOSSY.equals(network) || DUPLICATING.equals(network);
    }

    private Network order(Network usual) {
        if (network == null || isFaulty()) {
            return usual;
        }
        return ExperimentOptions.parse("--network", network, name -> switch (name) {
            case "fifo" -> Network.FIFO;
            case "unordered" -> Network.UNORDERED;
            default ->
                throw new IllegalArgumentException("expected fifo, unordered, lossy or duplicating, not '" + name + "'"
                        + SpellingSuggestion.of(name, List.of("fifo", "unordered", LOSSY, DUPLICATING)));
        });
    }

    private Workload workload(Demonstration usual, GroupConfig config, boolean increments) {
        int requests = entries == null ? usual.requests() : ExperimentOptions.parse("--entries", entries, this::count);
        long all = (long) requests * config.nodes();
        int most = requests == Workload.UNLIMITED ? Workload.UNLIMITED : (int) all;
        Optional<NodeSet> requesters = nodes == null ? usual.requesters() : Optional.empty();
        OptionalInt maxOvertakes = usual.maxOvertakes();
        return Workload.of(config.capacity(), requests)
                .withIncrements(increments ? 2 : 1)
                .withCancels(cancel ? most : usual.cancels())
                .by(requesters)
                .withMaxOvertakes(maxOvertakes)
                .with(churn(usual.churn()))
                .withTimelyTimers(timely || usual.timely())
                .withBypass(bypass(config.nodes()));
    }

    private Optional<BypassCounts.Bound> bypass(int node) {
        if (maxBypass != null && maxBypassEach != null) {
            throw new CommandException(Exit.USAGE, "--max-bypass and --max-bypass-each are two checks; choose one");
        }
        Integer most = maxBypass == null ? maxBypassEach : maxBypass;
        if (most == null) {
            return Optional.empty();
        }
        if (most < 0) {
            throw new CommandException(Exit.USAGE, "--max-bypass must be at least 0");
        }
        return Optional.of(new BypassCounts.Bound(node, most, maxBypass == null));
    }

    private int count(String text) {
        if (text.equals(UNLIMITED)) {
            return Workload.UNLIMITED;
        }
        try {
            int count = Integer.parseInt(text);
            if (count >= 1 && count <= MOST_ENTRIES) {
                return count;
            }
        } catch (NumberFormatException e) {
            // reported below, like a number out of range
        }
        throw new IllegalArgumentException(
                "expected a number from 1 to " + MOST_ENTRIES + ", or unlimited, not '" + text + "'");
    }

    private Churn churn(Churn usual) {
        return usual.and(LOSSY.equals(network) ? Churn.loss() : Churn.none())
                .and(DUPLICATING.equals(network) ? Churn.duplication() : Churn.none())
                .and(crash ? Churn.crash() : Churn.none())
                .and(suspect ? Churn.suspicion() : Churn.none())
                .and(join ? Churn.join() : Churn.none())
                .and(leave ? Churn.leave() : Churn.none())
                .and(Churn.none().withEarly(early ? 1 : 0));
    }

    /** A node that is inside at the start has fence 1. */
    private Start start(GroupConfig config) {
        if (holders.isEmpty()) {
            return Start.fresh();
        }
        Capacity capacity = config.capacity();
        List<Start.Inside> inside = new ArrayList<>();
        for (int holder : holders) {
            if (holder < 1 || holder > config.nodes()) {
                throw new CommandException(
                        Exit.USAGE, "--holders: expected nodes from 1 to " + config.nodes() + ", not " + holder);
            }
            boolean alone = capacity.kind() == Capacity.Kind.MUTEX;
            inside.add(new Start.Inside(holder, alone ? Request.exclusive(1) : Request.shared(1)));
        }
        if (holders.stream().distinct().count() < holders.size()) {
            throw new CommandException(Exit.USAGE, "--holders: a node is named twice");
        }
        if (holders.size() > capacity.permits()) {
            throw new CommandException(
                    Exit.USAGE,
                    "--holders: " + (capacity.permits() == 1 ? "only one" : "at most " + capacity.permits())
                            + " can be inside, not " + holders.size());
        }
        return new Start(1, 1, inside);
    }

    private Set<Property> properties(Optional<Property> broken, Set<Property> claimed, Workload workload) {
        Set<Property> chosen = EnumSet.noneOf(Property.class);
        properties.forEach(name -> chosen.add(ExperimentOptions.parse("--property", name, SystemOptions::property)));
        if (chosen.contains(Property.WITHDRAWAL) && workload.cancels() == 0) {
            throw new CommandException(Exit.USAGE, "--property withdrawal needs cancelled requests; add --cancel");
        }
        if (chosen.contains(Property.BYPASS) && workload.bypass().isEmpty()) {
            throw new CommandException(Exit.USAGE, "--property bypass needs a bound; add --max-bypass");
        }
        if (workload.bypass().isPresent()) {
            chosen.add(Property.BYPASS);
        }
        if (chosen.contains(Property.NO_STARVATION)) {
            chosen.add(Property.PROGRESS);
        }
        if (chosen.isEmpty()) {
            broken.ifPresent(chosen::add);
        }
        if (chosen.isEmpty()) {
            chosen.addAll(claimed.isEmpty() ? Property.usual() : claimed);
            chosen.addAll(EnumSet.of(Property.EXCLUSION, Property.PROGRESS));
            if (workload.requests() == Workload.UNLIMITED) {
                chosen.remove(Property.FENCE); // they grow for ever
            }
        }
        return Collections.unmodifiableSet(chosen);
    }

    private static Property property(String name) {
        return Stream.of(Property.values())
                .filter(property -> property.toString().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> {
                    List<String> known =
                            Stream.of(Property.values()).map(Property::toString).toList();
                    return new IllegalArgumentException("expected " + String.join(", ", known) + ", not '" + name + "'"
                            + SpellingSuggestion.of(name, known));
                });
    }
}
