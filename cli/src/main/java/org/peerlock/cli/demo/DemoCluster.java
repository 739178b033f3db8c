package org.peerlock.cli.demo;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The processes of the demo, and the directory of their registry. Closing it ends and deletes all. */
final class DemoCluster implements AutoCloseable {

    /** A write to the registry takes no longer than this, unless a writer is paused. */
    private static final Duration REGISTRY_WRITE_TIMEOUT = Duration.ofMillis(300);

    private final Path directory;
    private final String algorithm;
    private final DemoLedger demoLedger;
    private final SortedMap<Integer, DemoNodeProcess> processes = new TreeMap<>();
    private boolean closed;

    DemoCluster(String algorithm, DemoLedger demoLedger) throws IOException {
        this.algorithm = algorithm;
        this.demoLedger = demoLedger;
        directory = Files.createTempDirectory("peerlock-demo-");
    }

    /** Starts the process of a node, for the first time or again. Does not wait until it is ready. */
    synchronized void start(int node) throws IOException {
        if (!closed) {
            Path log = directory.resolve("node-" + node + ".log");
            processes.put(node, DemoNodeProcess.start(node, registry(), algorithm, log, demoLedger));
        }
    }

    private Path registry() {
        return directory.resolve("registry");
    }

    private synchronized DemoNodeProcess process(int node) {
        DemoNodeProcess process = processes.get(node);
        if (process == null) {
            throw new IllegalArgumentException("node " + node);
        }
        return process;
    }

    void send(int node, String order) {
        process(node).send(order);
    }

    /** As {@code kill -9} does. */
    void kill(int node) {
        demoLedger.setState(node, NodeState.KILLED);
        process(node).kill();
    }

    /**
     * Pauses a node at a moment at which it does not write to the registry: a paused writer would block all others.
     *
     * @throws IOException if this system cannot pause processes
     */
    PausedProcess pause(int node) throws IOException, InterruptedException {
        long process = process(node).pid();
        PausedProcess pausedProcess = PausedProcess.pause(process);
        while (!registryCanBeWritten()) {
            pausedProcess.close();
            Thread.sleep(20);
            pausedProcess = PausedProcess.pause(process);
        }
        demoLedger.setState(node, NodeState.STOPPED);
        return pausedProcess;
    }

    private boolean registryCanBeWritten() throws IOException, InterruptedException {
        try (FileChannel lock = FileChannel.open(registry().resolve("cluster-state.lock"), StandardOpenOption.WRITE)) {
            long begin = System.nanoTime();
            boolean busy = lock.tryLock() == null;
            while (busy && System.nanoTime() - begin < REGISTRY_WRITE_TIMEOUT.toNanos()) {
                Thread.sleep(5);
                busy = lock.tryLock() == null;
            }
            return !busy;
        }
    }

    /** Kills all processes, and deletes their files. */
    @Override
    public synchronized void close() {
        closed = true;
        processes.values().forEach(DemoNodeProcess::kill);
        try {
            for (DemoNodeProcess process : processes.values()) {
                process.awaitEnd();
            }
            delete();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void delete() {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // It is gone already, or cannot be deleted; neither matters.
        }
    }
}
