package org.peerlock.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.peerlock.bench.harness.Load;

/**
 * Everything is measured one after the other on one machine, and can be compared. Locks of every make are treated alike: three
 * processes get warm under a mixed load, and then come the loads of the table, each of which is left to settle before it is measured.
 */
final class Sitting {

    static final String PEERLOCK = "Peerlock";
    static final String STRICT = "Peerlock, cohort 1";
    static final String LOCAL = "java.util.concurrent, within one process";

    private static final int PROCESSES = 3;
    private static final Load MIXED = Load.exclusive(4, 1000);

    private final Path directory;
    private final Path log;
    private final Trial warmUp;
    private final Trial trial;
    /** For what the mixed load has not made warm. */
    private final Trial colder;

    private final Consumer<String> progress;
    private final List<Line> lines = new ArrayList<>();
    /** What could not be measured, and why. */
    private final List<String> missing = new ArrayList<>();

    private boolean failed;
    private double roundTripNanos = Double.NaN;

    /**
     * @param directory for what is needed meanwhile
     * @param speed 1 as it should be; with more, everything is that much shorter
     */
    Sitting(Path directory, int speed, Consumer<String> progress) {
        this.directory = directory;
        this.progress = progress;
        log = directory.resolve("workers.log");
        warmUp = new Trial(directory, 0, 13_000 / speed);
        trial = new Trial(directory, 1_500 / speed, 3_000 / speed);
        colder = new Trial(directory, 4_500 / speed, 3_000 / speed);
    }

    List<Line> lines() {
        return lines;
    }

    List<String> missing() {
        return missing;
    }

    /** Whether something went wrong with a peer, so that somebody will want to read what the processes have said. */
    boolean failed() {
        return failed;
    }

    private void fail(String what, Exception reason) {
        failed = true;
        missing.add(what + ": " + reason.getMessage());
        progress.accept("  not measured, or not all: " + reason.getMessage());
    }

    double roundTripNanos() {
        return roundTripNanos;
    }

    /** What the machine allows, whatever the lock. */
    void limits(List<Workload> workloads) throws IOException {
        progress.accept("two processes and a TCP connection");
        roundTripNanos = PingPong.roundTripNanos(trial.warmUpMillis(), trial.measureMillis());
        List<Workload> comparable =
                workloads.stream().filter(workload -> workload.processes() == 1).toList();
        measure(LOCAL, Make.LOCAL, 1, Map.of(), comparable);
    }

    void peerlock(List<Workload> workloads) throws IOException {
        measure(PEERLOCK, Make.PEERLOCK, PROCESSES, cluster(), workloads);
        Map<String, String> strict = cluster();
        strict.put("cohort", "1");
        measure(
                STRICT,
                Make.PEERLOCK,
                PROCESSES,
                strict,
                workloads.stream().filter(Workload.CONTENDED::equals).toList());
    }

    /** A new cluster, and where its processes meet. */
    Map<String, String> cluster() throws IOException {
        Path meetingPlace = Files.createTempDirectory(directory, "cluster");
        Map<String, String> options = new HashMap<>();
        options.put("cluster", meetingPlace.getFileName().toString());
        options.put("directory", meetingPlace.toString());
        return options;
    }

    /** A peer, if it can be had. */
    void peer(Peer peer, Path root, List<Workload> workloads) throws IOException {
        if (!peer.isThere(root)) {
            missing.add(peer.title() + ": its libraries could not be fetched");
            return;
        }
        Make make = peer.make(root);
        Map<String, String> options = cluster();
        try {
            measure(peer, make, options, workloads);
        } catch (IOException | IllegalStateException e) {
            fail(peer.title(), e);
        }
    }

    private void measure(Peer peer, Make make, Map<String, String> options, List<Workload> workloads)
            throws IOException {
        String main = peer.server();
        if (main == null) {
            measure(peer.title(), make, PROCESSES, options, workloads);
            return;
        }
        try (Server server = Server.start(make, main, log)) {
            options.putAll(server.options());
            measure(peer.title(), make, PROCESSES, options, workloads);
        }
    }

    private void measure(String locks, Make make, int processes, Map<String, String> options, List<Workload> workloads)
            throws IOException {
        if (workloads.isEmpty()) {
            return;
        }
        progress.accept(locks);
        try (Crew crew = new Crew(make, processes, log)) {
            crew.tell(processes, "open", options);
            warmUp.measure(crew, processes, MIXED);
            for (Workload workload : workloads) {
                measure(crew, locks, workload);
            }
            crew.tell(processes, "close", Map.of());
        } catch (Crew.UnsupportedException e) {
            throw new IOException(locks + ": " + e.getMessage(), e);
        }
    }

    private void measure(Crew crew, String locks, Workload workload) throws IOException {
        try {
            Load load = workload.load();
            Row row = (load.kind() == MIXED.kind() ? trial : colder).measure(crew, workload.processes(), load);
            lines.add(new Line(workload, locks, row));
            progress.accept("  " + workload.id() + ", " + workload.title() + ": " + Figures.number(row.perSecond())
                    + " acquisitions a second");
        } catch (IllegalStateException e) {
            throw new IllegalStateException(locks + ", " + workload.id() + ": " + e.getMessage(), e);
        } catch (Crew.UnsupportedException e) {
            missing.add(locks + ", " + workload.id() + ": " + e.getMessage());
        }
    }
}
