package org.peerlock.bench.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.peerlock.bench.process.NodeProcess;

/** The processes of a soak. */
final class SoakCluster implements AutoCloseable {

    private final Path directory;
    private final IntFunction<Path> registry;
    private final SoakLedger ledger;
    private final Anomalies anomalies;
    private final NodeProcess[] nodes = new NodeProcess[SoakLedger.NODES];
    private long lastIncarnation;

    /** @param registry the registry's directory of each node */
    SoakCluster(Path directory, IntFunction<Path> registry, Anomalies anomalies) throws IOException {
        this.directory = directory;
        this.registry = registry;
        this.anomalies = anomalies;
        ledger = SoakLedger.open(ledgerFile(), anomalies::add);
    }

    private Path ledgerFile() {
        return directory.resolve("ledger");
    }

    SoakLedger ledger() {
        return ledger;
    }

    /** Starts all processes and waits until they are ready. */
    void start() throws IOException, InterruptedException {
        for (int node = 0; node < nodes.length; node++) {
            start(node);
        }
        for (int node = 0; node < nodes.length; node++) {
            expect(node, SoakReporter.READY);
        }
    }

    private void start(int node) throws IOException {
        lastIncarnation++;
        ledger.processStarts(node, lastIncarnation);
        Path log = directory.resolve("node-" + node + ".log");
        long incarnation = lastIncarnation;
        nodes[node] = NodeProcess.start(
                SoakNode.class,
                List.of(
                        registry.apply(node).toString(),
                        ledgerFile().toString(),
                        Integer.toString(node),
                        Long.toString(incarnation)),
                log,
                line -> isReport(line, incarnation));
    }

    /** Takes an anomaly or a loss down. Returns false if the line is something else. */
    private boolean isReport(String line, long incarnation) {
        if (line.startsWith(SoakReporter.ANOMALY)) {
            anomalies.add(Anomaly.parse(line.substring(SoakReporter.ANOMALY.length())));
            return true;
        }
        if (line.equals(SoakReporter.LOCK_LOST)) {
            anomalies.lockLost(incarnation);
            return true;
        }
        return false;
    }

    /** Kills the process of a node, starts another one there, and waits until it is ready. */
    void replace(int node) throws IOException, InterruptedException {
        if (!nodes[node].isAlive()) {
            anomalies.add(Anomaly.unexplainable("a process exited by itself", "node " + node));
        }
        ledger.processEnds(node);
        nodes[node].kill();
        start(node);
        expect(node, SoakReporter.READY);
    }

    Optional<ProcessStatistics> statistics(int node) throws InterruptedException {
        nodes[node].send(SoakNode.STATISTICS);
        return expect(node, SoakReporter.STATISTICS).map(ProcessStatistics::parse);
    }

    /** Lets all processes finish their tasks and leave the cluster. */
    void stop() throws InterruptedException {
        for (NodeProcess node : nodes) {
            node.send(SoakNode.STOP);
        }
        for (int node = 0; node < nodes.length; node++) {
            expect(node, SoakReporter.STOPPED);
        }
    }

    private Optional<String> expect(int node, String prefix) throws InterruptedException {
        Optional<String> reply = nodes[node].expect(prefix);
        if (reply.isEmpty()) {
            anomalies.add(Anomaly.unexplainable(
                    "a process did not reply", "node " + node + ", expected '" + prefix.strip() + "'"));
        }
        return reply;
    }

    @Override
    public void close() {
        for (NodeProcess node : nodes) {
            if (node != null) {
                node.closeInput();
            }
        }
    }
}
