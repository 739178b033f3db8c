package org.peerlock.lab.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.trace.TextFormat;

/**
 * The header of a scenario: which system it runs.
 *
 * @param line the line that names the algorithm
 * @param algorithm the id of the algorithm
 * @param exhibit whether it is the id of an exhibit of the zoo
 * @param network the network, if the header names one
 * @param maxOvertakes how often a waiting request may be
 *     {@linkplain org.peerlock.lab.world.OvertakeCounts overtaken}, if that is checked
 * @param violates the property that is expected to be violated at the end, if any
 * @param after the properties that are expected to be violated before
 */
public record ScenarioHeader(
        int line,
        String algorithm,
        boolean exhibit,
        GroupConfig config,
        Optional<Network> network,
        Start start,
        OptionalInt maxOvertakes,
        Optional<Property> violates,
        Set<Property> after) {

    /** The first words of header lines. */
    static final List<String> KEYWORDS = List.of(
            "title",
            "algorithm",
            "exhibit",
            "nodes",
            "network",
            "lock",
            "option",
            "home",
            "fence",
            "inside",
            "overtakes",
            "violates");

    /** The same header, with these expected violations before the end. */
    public ScenarioHeader after(Set<Property> onTheWay) {
        return new ScenarioHeader(line, algorithm, exhibit, config, network, start, maxOvertakes, violates, onTheWay);
    }

    /** The same header, without expected violations. */
    public ScenarioHeader announcingNothing() {
        return new ScenarioHeader(
                line,
                algorithm,
                exhibit,
                config,
                network,
                start,
                maxOvertakes,
                Optional.empty(),
                EnumSet.noneOf(Property.class));
    }

    /** The header as text. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add((exhibit ? "exhibit " : "algorithm ") + algorithm);
        lines.add("nodes " + config.nodes());
        network.ifPresent(kind -> lines.add("network " + kind.name().toLowerCase(Locale.ROOT)));
        if (config.capacity().kind() != Capacity.Kind.MUTEX) {
            lines.add("lock " + Catalogue.name(config.capacity().kind())
                    + (config.capacity().kind() == Capacity.Kind.SEMAPHORE
                            ? " " + config.capacity().permits()
                            : ""));
        }
        config.options().forEach((name, value) -> lines.add("option " + name + " " + value));
        if (start.home() != 1) {
            lines.add("home " + start.home());
        }
        if (start.fence() != 0) {
            lines.add("fence " + start.fence());
        }
        start.inside().forEach(inside -> lines.add("inside " + inside.node() + TextFormat.request(inside.request())));
        maxOvertakes.ifPresent(most -> lines.add("overtakes " + most));
        String way = after.stream().map(property -> " after " + property).collect(Collectors.joining());
        violates.ifPresent(property -> lines.add("violates " + property + way));
        return lines;
    }

    /** A header while it is parsed. */
    static final class Draft {

        private final Set<String> seen = new TreeSet<>();
        private int line;
        private @Nullable String title;
        private @Nullable String algorithm;
        private boolean exhibit;
        private int nodes;
        private @Nullable Network network;
        private Capacity capacity = Capacity.mutex();
        private final SortedMap<String, String> options = new TreeMap<>();
        private int home = 1;
        private long fence;
        private final List<Start.Inside> inside = new ArrayList<>();
        private OptionalInt maxOvertakes = OptionalInt.empty();
        private @Nullable Property violates;
        private final Set<Property> after = EnumSet.noneOf(Property.class);

        /** Parses a line that begins with {@code keyword}. */
        void add(int number, String keyword, LineTokenizer lineTokenizer) {
            refuseAgain(keyword, lineTokenizer);
            switch (keyword) {
                case "title" -> title = lineTokenizer.text("a title");
                case "algorithm", "exhibit" -> {
                    algorithm = lineTokenizer.word("the id of an " + keyword);
                    exhibit = keyword.equals("exhibit");
                    line = number;
                }
                case "nodes" -> nodes = lineTokenizer.number("the number of nodes", 1, 100);
                case "network" -> network = choice(lineTokenizer, "fifo or unordered", Network.values());
                case "lock" -> capacity = capacity(lineTokenizer);
                case "option" -> addOption(lineTokenizer);
                case "home" -> home = node(lineTokenizer);
                case "fence" -> fence = lineTokenizer.positive("a fence");
                case "inside" -> inside.add(inside(lineTokenizer));
                case "overtakes" ->
                    maxOvertakes =
                            OptionalInt.of(lineTokenizer.number("how often to be overtaken", 0, Integer.MAX_VALUE));
                case "violates" -> {
                    violates = property(lineTokenizer);
                    while (lineTokenizer.skip("after")) {
                        after.add(property(lineTokenizer));
                    }
                }
                default -> throw new AssertionError("not a keyword of a header: " + keyword);
            }
            lineTokenizer.end();
        }

        /**
         * Only {@code inside} and {@code option} may occur more than once, and {@code lock} must
         * come before {@code inside}.
         */
        private void refuseAgain(String keyword, LineTokenizer lineTokenizer) {
            String kind = keyword.equals("exhibit") ? "algorithm" : keyword;
            if (!seen.add(kind) && !kind.equals("inside") && !kind.equals("option")) {
                throw lineTokenizer.error("'" + keyword + "' was said already");
            }
            if (kind.equals("lock") && seen.contains("inside")) {
                throw lineTokenizer.error("'lock' must stand before 'inside'");
            }
        }

        private void addOption(LineTokenizer lineTokenizer) {
            String name = lineTokenizer.word("the name of an option");
            if (options.put(name, lineTokenizer.word("the value of the option")) != null) {
                throw lineTokenizer.error("option '" + name + "' was said already");
            }
        }

        int nodes(LineTokenizer lineTokenizer) {
            if (nodes == 0) {
                throw lineTokenizer.error("expected 'nodes N' before this line");
            }
            return nodes;
        }

        int node(LineTokenizer lineTokenizer) {
            return lineTokenizer.number("a node", 1, nodes(lineTokenizer));
        }

        private static Capacity capacity(LineTokenizer lineTokenizer) {
            String kind = lineTokenizer.word("mutex, read-write or semaphore K");
            return switch (kind) {
                case "mutex" -> Capacity.mutex();
                case "read-write" -> Capacity.readWrite();
                case "semaphore" ->
                    Capacity.semaphore(lineTokenizer.number("the number of permits", 1, Integer.MAX_VALUE));
                default ->
                    throw lineTokenizer.unknown(
                            kind, "mutex, read-write or semaphore K", List.of("mutex", "read-write", "semaphore"));
            };
        }

        private Start.Inside inside(LineTokenizer lineTokenizer) {
            int node = node(lineTokenizer);
            Directive.Request request = ScenarioParser.request(node, lineTokenizer, capacity);
            long id = 1 + inside.stream().filter(other -> other.node() == node).count();
            return new Start.Inside(node, new Request(id, request.mode(), request.permits(), request.increment()));
        }

        private static Property property(LineTokenizer lineTokenizer) {
            return choice(
                    lineTokenizer,
                    "exclusion, progress, no-starvation, fence, withdrawal or expectation",
                    Property.values());
        }

        private static <E extends Enum<E>> E choice(LineTokenizer lineTokenizer, String expected, E[] values) {
            String word = lineTokenizer.word(expected);
            List<String> known = Arrays.stream(values)
                    .map(value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .toList();
            if (!known.contains(word)) {
                throw lineTokenizer.unknown(word, expected, known);
            }
            return values[known.indexOf(word)];
        }

        Capacity capacity() {
            return capacity;
        }

        Optional<String> title() {
            return Optional.ofNullable(title);
        }

        ScenarioHeader finish(int line) {
            if (algorithm == null) {
                throw new ScenarioException(line, "expected 'algorithm ID' or 'exhibit ID' before the first command");
            }
            if (nodes == 0) {
                throw new ScenarioException(line, "expected 'nodes N' before the first command");
            }
            long weight = inside.stream()
                    .mapToLong(already -> capacity.weight(already.request()))
                    .sum();
            if (weight > capacity.permits()) {
                throw new ScenarioException(line, "those that are inside at the start do not fit together");
            }
            return new ScenarioHeader(
                    this.line,
                    algorithm,
                    exhibit,
                    new GroupConfig(nodes, capacity, options),
                    Optional.ofNullable(network),
                    new Start(home, fence, inside),
                    maxOvertakes,
                    Optional.ofNullable(violates),
                    after);
        }
    }
}
