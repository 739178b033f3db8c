package org.peerlock.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The result of the demo.
 *
 * @param rate entries per second while all took part; 0 if they never did
 * @param problems what is not as promised
 */
record DemoResult(DemoSnapshot snapshot, double rate, List<Failover> failovers, List<String> problems) {

    DemoResult {
        failovers = List.copyOf(failovers);
        List<String> all = new ArrayList<>(problems);
        if (snapshot.counter() != snapshot.entries()) {
            all.add("the counter is " + snapshot.counter() + " after " + snapshot.entries() + " entries");
        }
        problems = List.copyOf(all);
    }

    /** Whether all promises were kept. */
    boolean isGood() {
        return problems.isEmpty();
    }

    /** The summary. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(format(
                "The nodes added one to the counter %,d times, and it is %,d: %s.",
                snapshot.entries(), snapshot.counter(), snapshot.entries() == snapshot.counter() ? "exact" : "WRONG"));
        lines.add(format("%,d fences were used, %s.", snapshot.fences(), fences()));
        failovers.forEach(failover -> lines.add(text(failover)));
        lines.add(refusals());
        lines.add(format(
                "%.1f messages per entry, %.0f entries per second, among %d processes.",
                snapshot.messagesPerEntry(), rate, snapshot.nodes().size()));
        if (isGood()) {
            lines.add("All promises were kept.");
        } else {
            lines.add("NOT all promises were kept:");
            problems.forEach(problem -> lines.add("- " + problem));
        }
        return lines;
    }

    private String fences() {
        return isGood() ? "each greater than all earlier ones" : "see below";
    }

    private static String text(Failover failover) {
        return format(
                "Node %d entered %,d ms after the holder, node %d, was %s%s.",
                failover.to(),
                failover.millis(),
                failover.from(),
                failover.stopped() ? "paused" : "killed",
                failover.stopped() ? format(" (lease: %d s)", DemoNode.LEASE.toSeconds()) : "");
    }

    private String refusals() {
        if (!isGood()) {
            return snapshot.refused() + " requests were refused.";
        }
        return switch ((int) snapshot.refused()) {
            case 0 -> "No write was refused.";
            case 1 -> "1 write was refused: it came too late, from a node that had lost the lock.";
            default ->
                snapshot.refused() + " writes were refused: they came too late, from nodes that had lost the lock.";
        };
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
