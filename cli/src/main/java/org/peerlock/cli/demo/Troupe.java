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
final class Troupe implements AutoCloseable {

    /** Within that time anybody who wants to write into the registry gets his turn, unless who is at it stands still. */
    private static final Duration TURN = Duration.ofMillis(300);

    private final Path directory;
    private final String algorithm;
    private final Books books;
    private final SortedMap<Integer, NodeProcess> processes = new TreeMap<>();
    private boolean closed;

    Troupe(String algorithm, Books books) throws IOException {
        this.algorithm = algorithm;
        this.books = books;
        directory = Files.createTempDirectory("peerlock-demo-");
    }

    /** Starts the process of a node, for the first time or again, and does not wait for it to be ready. */
    synchronized void start(int node) throws IOException {
        if (!closed) {
            Path log = directory.resolve("node-" + node + ".log");
            processes.put(node, NodeProcess.start(node, registry(), algorithm, log, books));
        }
    }

    private Path registry() {
        return directory.resolve("registry");
    }

    private synchronized NodeProcess process(int node) {
        NodeProcess process = processes.get(node);
        if (process == null) {
            throw new IllegalArgumentException("node " + node);
        }
        return process;
    }

    void tell(int node, String order) {
        process(node).tell(order);
    }

    /** As {@code kill -9} does. */
    void kill(int node) {
        books.is(node, NodeState.KILLED);
        process(node).kill();
    }

    /**
     * Lets a node stand still, from a moment at which it does not write into the registry: that would keep all others from writing, as the
     * registry's documentation tells.
     *
     * @throws IOException if processes cannot be stopped here
     */
    Standstill stop(int node) throws IOException, InterruptedException {
        long process = process(node).number();
        Standstill standstill = Standstill.of(process);
        while (!registryCanBeWritten()) {
            standstill.close();
            Thread.sleep(20);
            standstill = Standstill.of(process);
        }
        books.is(node, NodeState.STOPPED);
        return standstill;
    }

    private boolean registryCanBeWritten() throws IOException, InterruptedException {
        try (FileChannel lock = FileChannel.open(registry().resolve("cell.lock"), StandardOpenOption.WRITE)) {
            long begin = System.nanoTime();
            boolean busy = lock.tryLock() == null;
            while (busy && System.nanoTime() - begin < TURN.toNanos()) {
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
        processes.values().forEach(NodeProcess::kill);
        try {
            for (NodeProcess process : processes.values()) {
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
