package org.peerlock.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.peerlock.bench.harness.Counters;
import org.peerlock.bench.harness.Load;
import org.peerlock.bench.harness.Outcome;

/**
 * Puts loads on a crew, one after the other, and measures.
 *
 * @param warmUpMillis for how long each load goes before it is measured
 * @param measureMillis for how long it is measured
 */
record Trial(Path directory, int warmUpMillis, int measureMillis) {

    /** Time for all to hear of it. */
    private static final int LEAD_MILLIS = 100;

    /** Puts a load on the first so many processes of a crew, whose subject is open. */
    Row measure(Crew crew, int processes, Load load) throws IOException, Crew.UnsupportedException {
        Path counters = Files.createTempFile(directory, "counters", "");
        Files.delete(counters);
        Map<String, String> options = new HashMap<>(load.options());
        boolean counted = load.kind() == Load.Kind.EXCLUSIVE;
        if (counted) {
            options.put("counters", counters.toString());
        }
        crew.tell(processes, "prepare", options);
        long start = System.currentTimeMillis() + LEAD_MILLIS;
        CompletableFuture<Machine.Reading> work =
                CompletableFuture.supplyAsync(() -> Machine.during(start + warmUpMillis, measureMillis));
        Map<String, String> window = Map.of(
                "start", Long.toString(start),
                "warm", Integer.toString(warmUpMillis),
                "measure", Integer.toString(measureMillis));
        List<Outcome> outcomes =
                crew.tell(processes, "run", window).stream().map(Outcome::of).toList();
        Row row = Row.of(measureMillis / 1_000.0, outcomes, work.join());
        if (counted) {
            requireExact(Counters.open(counters, load.names()).sum(), row.total());
            Files.delete(counters);
        }
        return row;
    }

    /** Nothing counts of what was measured if two have held a lock at once. */
    private static void requireExact(long counted, long acquired) {
        if (counted != acquired) {
            throw new IllegalStateException(
                    "two have held a lock at once: " + acquired + " acquisitions have counted to " + counted);
        }
    }
}
