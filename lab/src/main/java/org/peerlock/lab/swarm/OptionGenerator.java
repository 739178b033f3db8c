package org.peerlock.lab.swarm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Draws values of the algorithms' options. */
final class OptionGenerator {

    /** Draws one value. */
    private interface Value {
        String draw(int nodes, RandomGenerator random);
    }

    private static final Map<String, Value> VALUES = Map.of(
            "quorums", (nodes, random) -> pick(random, "plane", "grid", "cover"),
            "tree", (nodes, random) -> pick(random, "line", "star", "binary", "3-ary"),
            "with",
                    (nodes, random) ->
                            pick(random, "broadcast", "broadcast-reply", "broadcast,broadcast-reply,increments"),
            "modulus", (nodes, random) -> Integer.toString(2 * nodes - 1 + random.nextInt(nodes)),
            "high", (nodes, random) -> list(shuffled(nodes, random).subList(0, 1 + random.nextInt(nodes))),
            "increment", (nodes, random) -> Integer.toString(1 + random.nextInt(20)),
            "hold", (nodes, random) -> Integer.toString(random.nextInt(4)),
            "time-limit", (nodes, random) -> Integer.toString(random.nextInt(4)),
            "names", (nodes, random) -> list(shuffled(nodes, random)));

    private OptionGenerator() {}

    /**
     * Draws a value for some of the options; the others, and those that are not known here, keep
     * their default.
     */
    static SortedMap<String, String> draw(Map<String, String> options, int nodes, RandomGenerator random) {
        SortedMap<String, String> drawn = new TreeMap<>();
        for (String option : options.keySet()) {
            Value value = VALUES.get(option);
            if (value != null && random.nextInt(4) > 0) {
                drawn.put(option, value.draw(nodes, random));
            }
        }
        return drawn;
    }

    private static String pick(RandomGenerator random, String... values) {
        return values[random.nextInt(values.length)];
    }

    private static List<Integer> shuffled(int nodes, RandomGenerator random) {
        List<Integer> all =
                new ArrayList<>(IntStream.rangeClosed(1, nodes).boxed().toList());
        Collections.shuffle(all, new Random(random.nextLong()));
        return all;
    }

    private static String list(List<Integer> nodes) {
        return nodes.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
