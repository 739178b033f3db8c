package org.peerlock.bench.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntFunction;

/** The processes of a soak. */
final class SoakCluster implements AutoCloseable {

    private final Path directory;
    private final IntFunction<Path> registry;
    private final Ledger ledger;
    private final Anomalies anomalies;
    private final SoakProcess[] nodes = new SoakProcess[Ledger.NODES];
    private long lives;

    /** @param registry the directory where each node meets the others */
    SoakCluster(Path directory, IntFunction<Path> registry, Anomalies anomalies) throws IOException {
        this.directory = directory;
        this.registry = registry;
        this.anomalies = anomalies;
        ledger = Ledger.open(file(), anomalies::add);
    }

    private Path file() {
        return directory.resolve("ledger");
    }

    Ledger ledger() {
        return ledger;
    }

    /** Starts all, and waits until they are ready. */
    void start() throws IOException, InterruptedException {
        for (int node = 0; node < nodes.length; node++) {
            begin(node);
        }
        for (int node = 0; node < nodes.length; node++) {
            hear(node, SoakReporter.READY);
        }
    }

    private void begin(int node) throws IOException {
        lives++;
        ledger.begin(node, lives);
        Path log = directory.resolve("node-" + node + ".log");
        nodes[node] = SoakProcess.start(registry.apply(node), file(), log, node, lives, anomalies);
    }

    /** Kills the process of a node, starts another there, and waits until that is ready. */
    void replace(int node) throws IOException, InterruptedException {
        if (!nodes[node].isAlive()) {
            anomalies.add(Anomaly.certain("a process has ended by itself", "that of node " + node));
        }
        ledger.condemn(node);
        nodes[node].kill();
        begin(node);
        hear(node, SoakReporter.READY);
    }

    Optional<ProcessStatistics> vitals(int node) throws InterruptedException {
        nodes[node].tell(SoakNode.VITALS);
        return hear(node, SoakReporter.VITALS).map(ProcessStatistics::of);
    }

    /** Lets all finish what they are at, and leave. */
    void stop() throws InterruptedException {
        for (SoakProcess node : nodes) {
            node.tell(SoakNode.STOP);
        }
        for (int node = 0; node < nodes.length; node++) {
            hear(node, SoakReporter.STOPPED);
        }
    }

    private Optional<String> hear(int node, String words) throws InterruptedException {
        Optional<String> answer = nodes[node].hear(words);
        if (answer.isEmpty()) {
            anomalies.add(Anomaly.certain(
                    "a process does not answer", "that of node " + node + ", where '" + words.strip() + "' is due"));
        }
        return answer;
    }

    @Override
    public void close() {
        for (SoakProcess node : nodes) {
            if (node != null) {
                node.dismiss();
            }
        }
    }
}
