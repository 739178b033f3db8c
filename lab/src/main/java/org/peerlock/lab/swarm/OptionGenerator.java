package org.peerlock.lab.swarm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.peerlock.lab.simulate.SplitMix64;

/** Draws values of the algorithms' options. */
final class OptionGenerator {

    /** Draws one value. */
    private interface Value {
        String draw(int nodes, SplitMix64 random);
    }

    private static final Map<String, Value> VALUES = Map.of(
            "quorums", (nodes, random) -> pick(random, "plane", "grid", "cover"),
            "tree", (nodes, random) -> pick(random, "line", "star", "binary", "3-ary"),
            "modulus", (nodes, random) -> Integer.toString(2 * nodes - 1 + random.nextInt(nodes)),
            "high", (nodes, random) -> list(shuffled(nodes, random).subList(0, 1 + random.nextInt(nodes))),
            "increment", (nodes, random) -> Integer.toString(1 + random.nextInt(20)),
            "hold", (nodes, random) -> Integer.toString(random.nextInt(4)),
            "request", (nodes, random) -> pick(random, "each", "broadcast"),
            "pause", (nodes, random) -> Integer.toString(random.nextInt(4)),
            "time-limit", (nodes, random) -> Integer.toString(random.nextInt(4)),
            "names", (nodes, random) -> list(shuffled(nodes, random)));

    private OptionGenerator() {}

    /**
     * Draws a value for some of the options; the others, and those that are not known here, keep
     * their default.
     */
    static SortedMap<String, String> draw(Map<String, String> options, int nodes, SplitMix64 random) {
        SortedMap<String, String> drawn = new TreeMap<>();
        for (String option : options.keySet()) {
            Value value = VALUES.get(option);
            if (value != null && random.nextInt(4) > 0) {
                drawn.put(option, value.draw(nodes, random));
            }
        }
        return drawn;
    }

    private static String pick(SplitMix64 random, String... values) {
        return values[random.nextInt(values.length)];
    }

    private static List<Integer> shuffled(int nodes, SplitMix64 random) {
        List<Integer> all =
                new ArrayList<>(IntStream.rangeClosed(1, nodes).boxed().toList());
        random.shuffle(all);
        return all;
    }

    private static String list(List<Integer> nodes) {
        return nodes.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
