package org.peerlock.bench.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.peerlock.bench.process.SharedLongs;

/**
 * Shared longs and the anomalies that were detected. The incarnations at the nodes 0, 1 and 2 are
 * 1, 2 and 3.
 */
final class Scene {

    static final Runnable NOTHING = () -> {};
    /** Ends the process: see {@link #kill}. */
    static final Runnable DEATH = () -> {
        throw new KilledException();
    };

    static final int OCCUPANCY = 4;
    static final int COUNTER = 8;

    private static final int SIZE = 16;
    private static final int NODES = 3;

    final List<Anomaly> anomalies = new CopyOnWriteArrayList<>();
    final SharedLongs longs;
    final LiveProcesses live;
    final OccupancyCounter occupancy;

    Scene(Path directory) throws IOException {
        longs = SharedLongs.open(directory.resolve("longs"), SIZE);
        live = new LiveProcesses(longs, 0, NODES);
        occupancy = new OccupancyCounter(longs, OCCUPANCY, live);
        for (int node = 0; node < NODES; node++) {
            live.put(node, node + 1);
        }
    }

    static SoakHold valid(long fence) {
        return new Fixed(fence, true);
    }

    static SoakHold lost(long fence) {
        return new Fixed(fence, false);
    }

    private record Fixed(long fence, boolean isValid) implements SoakHold {}

    /** Kills the process of a node during this action, at the step where it runs {@link #DEATH}. */
    void kill(int node, Runnable action) {
        try {
            action.run();
        } catch (KilledException e) {
            live.remove(node);
        }
    }

    List<String> anomalyKinds() {
        return anomalies.stream().map(Anomaly::kind).toList();
    }

    private static final class KilledException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
