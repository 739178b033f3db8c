package org.peerlock.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A fault, at a given time or at random times. Written as {@code loss:0.01},
 * {@code duplicate:0.01}, {@code pause:RATE,DURATION}, {@code crash:RATE},
 * {@code crash:RATE,DOWNTIME}, {@code cut:RATE,DURATION}, {@code partition:RATE,DURATION}; or, at a
 * time, {@code pause@TIME:NODE,DURATION}, {@code crash@TIME:NODE}, {@code restart@TIME:NODE},
 * {@code cut@TIME:FROM>TO,DURATION}, {@code partition@TIME:1,2|3,4;DURATION}.
 *
 * <p>A rate is the mean number of faults in one unit of time in the whole system; the targets are
 * drawn.
 */
public sealed interface Fault {

    /** When a fault happens. */
    sealed interface When {

        /** At random times, with this mean number in a unit of time. */
        record Rate(double rate) implements When {}

        /** Once. */
        record At(double time) implements When {}
    }

    /** Each message is lost with this probability. */
    record Loss(double probability) implements Fault {
        @Override
        public String toString() {
            return "loss:" + number(probability);
        }
    }

    /** Each message is delivered twice with this probability. */
    record Duplication(double probability) implements Fault {
        @Override
        public String toString() {
            return "duplicate:" + number(probability);
        }
    }

    /** A node is paused for a while; node 0 means any. */
    record Pause(When when, int node, double duration) implements Fault {
        @Override
        public String toString() {
            return head("pause", when, Integer.toString(node)) + "," + number(duration);
        }
    }

    /** A node crashes; node 0 means any. It restarts after its downtime, if that is finite. */
    record Crash(When when, int node, double downtime) implements Fault {
        @Override
        public String toString() {
            String head = head("crash", when, Integer.toString(node));
            return Double.isInfinite(downtime) ? head : head + "," + number(downtime);
        }
    }

    /**
     * A crashed node restarts in its initial state, without memory of what happened before.
     */
    record Restart(double time, int node) implements Fault {
        @Override
        public String toString() {
            return "restart@" + number(time) + ":" + node;
        }
    }

    /**
     * Links are cut for a while.
     *
     * @param sides the sides of the cut, unless they are drawn
     * @param oneWay whether only messages from the first side are delayed, or all messages between
     *     any two sides
     */
    record Cut(When when, List<List<Integer>> sides, boolean oneWay, double duration) implements Fault {

        public Cut {
            sides = sides.stream().map(List::copyOf).toList();
        }

        @Override
        public String toString() {
            String between = sides.stream()
                    .map(side -> side.stream().map(String::valueOf).collect(Collectors.joining(",")))
                    .collect(Collectors.joining(oneWay ? ">" : "|"));
            String gap = when instanceof When.At ? ";" : ",";
            return head(oneWay ? "cut" : "partition", when, between) + gap + number(duration);
        }
    }

    /** The nodes that the fault names. */
    default List<Integer> nodes() {
        List<Integer> named = new ArrayList<>();
        if (this instanceof Cut cut) {
            cut.sides().forEach(named::addAll);
        } else if (this instanceof Restart restart) {
            named.add(restart.node());
        } else if (this instanceof Pause pause && pause.when() instanceof When.At) {
            named.add(pause.node());
        } else if (this instanceof Crash crash && crash.when() instanceof When.At) {
            named.add(crash.node());
        }
        return named;
    }

    private static String head(String name, When when, String victim) {
        return when instanceof When.Rate each
                ? name + ":" + number(each.rate())
                : name + "@" + number(((When.At) when).time()) + ":" + victim;
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    /**
     * Parses a fault.
     *
     * @throws IllegalArgumentException with what was expected
     */
    static Fault parse(String text) {
        return FaultParser.parse(text);
    }
}
