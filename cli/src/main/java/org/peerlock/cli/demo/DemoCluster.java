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

/** The processes of the demo, and the directory in which they meet. Once it is closed, nothing of both is left. */
final class DemoCluster implements AutoCloseable {

    /** Within that time anybody who wants to write into the registry gets his turn, unless who is at it stands still. */
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

    /** Starts the process of a node, for the first time or again, and does not wait for it to be ready. */
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
     * Lets a node stand still, from a moment at which it does not write into the registry: that would keep all others from writing, as the
     * registry's documentation tells.
     *
     * @throws IOException if processes cannot be stopped here
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

    /** Ends all processes, whatever they do, and deletes what they have written. */
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
            // It is gone already, or cannot be deleted, of which nobody has to know.
        }
    }
}
