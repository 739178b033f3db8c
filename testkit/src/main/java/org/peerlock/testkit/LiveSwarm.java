package org.peerlock.testkit;

import java.util.List;
import java.util.function.Consumer;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.lab.simulate.Parallel;

/** Many random runs of live nodes. */
public final class LiveSwarm {

    /** A workload, and the algorithms that serve it. */
    private record Field(ClientWorkload workload, List<CatalogueEntry<?, ?>> algorithms) {}

    private final List<Field> fields;

    /** @param algorithms those of them that can serve the workload are used */
    public LiveSwarm(List<ClientWorkload> pursuits, List<CatalogueEntry<?, ?>> algorithms) {
        fields = pursuits.stream()
                .map(clientWorkload -> new Field(
                        clientWorkload,
                        algorithms.stream()
                                .<CatalogueEntry<?, ?>>map(algorithm -> algorithm)
                                .filter(clientWorkload.algorithms()::contains)
                                .toList()))
                .filter(field -> !field.algorithms().isEmpty())
                .toList();
        if (fields.isEmpty()) {
            throw new IllegalArgumentException("none of the algorithms can decide about " + pursuits);
        }
    }

    /**
     * The run that a seed gives: from seed to seed clients are after something else and, each time that comes round, the next
     * algorithm decides. All else depends on the seed alone.
     */
    public LiveSwarmRun drawRun(long seed) {
        Field field = turn(fields, seed);
        return new LiveSwarmRun(field.workload(), turn(field.algorithms(), Math.floorDiv(seed, fields.size())), seed);
    }

    private static <T> T turn(List<T> all, long number) {
        return all.get((int) Math.floorMod(number, (long) all.size()));
    }

    /** Runs a seed and those after it, and reports their outcomes in order. */
    public void run(long seed, long count, Consumer<LiveSwarmRun.Outcome> each) {
        Parallel.inOrder(count, index -> drawRun(seed + index).run(), each);
    }
}
