package org.peerlock.lab.simulate;

import java.util.List;
import java.util.stream.Stream;
import org.peerlock.lab.simulate.Fault.When;

/** Parses faults: a name, an optional time, and the parameters. */
final class FaultParser {

    private FaultParser() {}

    static Fault parse(String text) {
        String[] parts = text.split(":", 2);
        String[] head = parts[0].split("@", 2);
        try {
            if (parts.length == 2) {
                return head.length == 1
                        ? repeated(head[0], parts[1].split(",", -1))
                        : once(head[0], new When.At(number(head[1])), parts[1]);
            }
        } catch (NumberFormatException e) {
            // falls through to the same message
        }
        throw new IllegalArgumentException("expected loss:P, duplicate:P, pause:RATE,DURATION, crash:RATE,"
                + " crash:RATE,DOWNTIME, cut:RATE,DURATION, partition:RATE,DURATION, pause@TIME:NODE,DURATION,"
                + " crash@TIME:NODE, restart@TIME:NODE, cut@TIME:FROM>TO,DURATION or"
                + " partition@TIME:1,2|3,4;DURATION, not '" + text + "'");
    }

    private static Fault repeated(String name, String[] numbers) {
        String shape = name + "/" + numbers.length;
        return switch (shape) {
            case "loss/1" -> new Fault.Loss(probability(numbers[0]));
            case "duplicate/1" -> new Fault.Duplication(probability(numbers[0]));
            case "crash/1" -> new Fault.Crash(rate(numbers[0]), 0, Double.POSITIVE_INFINITY);
            case "crash/2" -> new Fault.Crash(rate(numbers[0]), 0, number(numbers[1]));
            case "pause/2" -> new Fault.Pause(rate(numbers[0]), 0, number(numbers[1]));
            case "cut/2" -> new Fault.Cut(rate(numbers[0]), List.of(), true, number(numbers[1]));
            case "partition/2" -> new Fault.Cut(rate(numbers[0]), List.of(), false, number(numbers[1]));
            default -> throw new NumberFormatException(shape);
        };
    }

    private static Fault once(String name, When.At when, String rest) {
        int gap = Math.max(rest.lastIndexOf(';'), rest.indexOf(';') < 0 ? rest.lastIndexOf(',') : -1);
        String whom = gap < 0 ? rest : rest.substring(0, gap);
        double duration = gap < 0 ? Double.POSITIVE_INFINITY : number(rest.substring(gap + 1));
        String shape = name + (gap < 0 ? "" : ",");
        return switch (shape) {
            case "crash", "crash," -> new Fault.Crash(when, node(whom), duration);
            case "restart" -> new Fault.Restart(when.time(), node(whom));
            case "pause," -> new Fault.Pause(when, node(whom), duration);
            case "cut,", "partition," -> cut(when, whom, duration);
            default -> throw new NumberFormatException(shape);
        };
    }

    /** One way as in {@code 1,2>3}, or between any two as in {@code 1,2|3|4}. */
    private static Fault cut(When.At when, String sides, double duration) {
        boolean oneWay = sides.contains(">");
        List<List<Integer>> groups = Stream.of(sides.split(oneWay ? ">" : "\\|", -1))
                .map(side ->
                        Stream.of(side.split(",", -1)).map(FaultParser::node).toList())
                .toList();
        if (groups.size() < 2 || (oneWay && groups.size() > 2)) {
            throw new NumberFormatException(sides);
        }
        return new Fault.Cut(when, groups, oneWay, duration);
    }

    private static int node(String text) {
        int node = Integer.parseInt(text);
        if (node < 1) {
            throw new NumberFormatException(text);
        }
        return node;
    }

    private static When rate(String text) {
        if (number(text) == 0) {
            throw new NumberFormatException(text);
        }
        return new When.Rate(number(text));
    }

    private static double probability(String text) {
        if (number(text) > 1) {
            throw new NumberFormatException(text);
        }
        return number(text);
    }

    private static double number(String text) {
        double value = Double.parseDouble(text);
        if (!(value >= 0 && value < 1e9)) {
            throw new NumberFormatException(text);
        }
        return value;
    }
}
