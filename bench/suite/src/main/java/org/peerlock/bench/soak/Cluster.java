package org.peerlock.bench.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntFunction;

/** The processes of a soak. */
final class Cluster implements AutoCloseable {

    private final Path directory;
    private final IntFunction<Path> registry;
    private final Ledger ledger;
    private final Findings findings;
    private final NodeProcess[] nodes = new NodeProcess[Ledger.NODES];
    private long lives;

    /** @param registry the directory where each node meets the others */
    Cluster(Path directory, IntFunction<Path> registry, Findings findings) throws IOException {
        this.directory = directory;
        this.registry = registry;
        this.findings = findings;
        ledger = Ledger.open(file(), findings::add);
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
            hear(node, Teller.READY);
        }
    }

    private void begin(int node) throws IOException {
        lives++;
        ledger.begin(node, lives);
        Path log = directory.resolve("node-" + node + ".log");
        nodes[node] = NodeProcess.start(registry.apply(node), file(), log, node, lives, findings);
    }

    /** Kills the process of a node, starts another there, and waits until that is ready. */
    void replace(int node) throws IOException, InterruptedException {
        if (!nodes[node].isAlive()) {
            findings.add(Finding.certain("a process has ended by itself", "that of node " + node));
        }
        ledger.condemn(node);
        nodes[node].kill();
        begin(node);
        hear(node, Teller.READY);
    }

    Optional<Vitals> vitals(int node) throws InterruptedException {
        nodes[node].tell(SoakNode.VITALS);
        return hear(node, Teller.VITALS).map(Vitals::of);
    }

    /** Lets all finish what they are at, and leave. */
    void stop() throws InterruptedException {
        for (NodeProcess node : nodes) {
            node.tell(SoakNode.STOP);
        }
        for (int node = 0; node < nodes.length; node++) {
            hear(node, Teller.STOPPED);
        }
    }

    private Optional<String> hear(int node, String words) throws InterruptedException {
        Optional<String> answer = nodes[node].hear(words);
        if (answer.isEmpty()) {
            findings.add(Finding.certain(
                    "a process does not answer", "that of node " + node + ", where '" + words.strip() + "' is due"));
        }
        return answer;
    }

    @Override
    public void close() {
        for (NodeProcess node : nodes) {
            if (node != null) {
                node.dismiss();
            }
        }
    }
}
