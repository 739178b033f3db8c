package org.peerlock.brain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerlock.brain.registry.Registry;

/**
 * How a node behaves. What all nodes of a cluster must agree on is written into the cell, and a node that differs does not
 * start: the cluster's name, the algorithm and the times.
 *
 * @param cluster its name
 * @param algorithms decide which node has a lock
 * @param timing the times
 * @param address where the other nodes reach this one
 * @param cohort how many grants a node makes at most once another one wants the lock, the current one included: 1 lets the
 *     nodes take turns, more makes fewer messages
 * @param label what to call this node to whoever looks on
 * @param names how many names of locks may be known before those that nobody uses are forgotten
 */
public record Settings(
        String cluster, Algorithms algorithms, Timing timing, String address, String label, int cohort, int names) {

    public Settings {
        if (cohort < 1 || cohort > 14) {
            throw new IllegalArgumentException("a cohort is 1 to 14, not " + cohort);
        }
    }

    /** For a node that is called nothing in particular. */
    public Settings(String cluster, Algorithms algorithms, Timing timing, String address, int cohort, int names) {
        this(cluster, algorithms, timing, address, "", cohort, names);
    }

    /** The same for a node that the others reach there. */
    public Settings at(String place) {
        return new Settings(cluster, algorithms, timing, place, label, cohort, names);
    }

    /** The same for a node that is called so. */
    public Settings called(String name) {
        return new Settings(cluster, algorithms, timing, address, name, cohort, names);
    }

    /** What the nodes speak: it changes whenever nodes of two versions could misunderstand each other. */
    String protocol() {
        return "1 " + algorithms;
    }

    long leaseMillis() {
        return timing.lease() / 1_000_000;
    }

    /** Why this node must not take part in what a cell describes, if so: it would be misunderstood, or not be safe. */
    Optional<String> differsFrom(Registry registry) {
        List<String> differences = new ArrayList<>();
        compare(differences, "cluster", cluster, registry.cluster());
        compare(differences, "protocol and algorithms", protocol(), registry.protocol());
        compare(differences, "lease in milliseconds", leaseMillis(), registry.leaseMillis());
        compare(differences, "greatest clock drift in ppm", timing.rhoPpm(), registry.rhoPpm());
        return differences.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", differences));
    }

    private static void compare(List<String> differences, String what, Object mine, Object theirs) {
        if (!mine.toString().equals(theirs.toString())) {
            differences.add(what + ": here " + mine + ", in the cell " + theirs);
        }
    }
}
