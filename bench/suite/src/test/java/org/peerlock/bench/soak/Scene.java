package org.peerlock.bench.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Shared numbers, with life 1 at node 0, life 2 at node 1 and life 3 at node 2; and what is found there. */
final class Scene {

    static final Runnable NOTHING = () -> {};
    /** The end of a process: see {@link #killed}. */
    static final Runnable DEATH = () -> {
        throw new KilledException();
    };

    static final int ROOM = 4;
    static final int PLACE = 8;

    private static final int SIZE = 16;
    private static final int NODES = 3;

    final List<Anomaly> findings = new CopyOnWriteArrayList<>();
    final SharedLongs sharedLongs;
    final LiveProcesses liveProcesses;
    final OccupancyCounter occupancyCounter;

    Scene(Path directory) throws IOException {
        sharedLongs = SharedLongs.open(directory.resolve("words"), SIZE);
        liveProcesses = new LiveProcesses(sharedLongs, 0, NODES);
        occupancyCounter = new OccupancyCounter(sharedLongs, ROOM, liveProcesses);
        for (int node = 0; node < NODES; node++) {
            liveProcesses.begin(node, node + 1);
        }
    }

    static SoakHold valid(long fence) {
        return new Fixed(fence, true);
    }

    static SoakHold lost(long fence) {
        return new Fixed(fence, false);
    }

    private record Fixed(long fence, boolean isValid) implements SoakHold {}

    /** The process of a node is killed while it does this; {@link #DEATH} says where. */
    void killed(int node, Runnable deed) {
        try {
            deed.run();
        } catch (KilledException e) {
            liveProcesses.condemn(node);
        }
    }

    List<String> found() {
        return findings.stream().map(Anomaly::what).toList();
    }

    private static final class KilledException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
