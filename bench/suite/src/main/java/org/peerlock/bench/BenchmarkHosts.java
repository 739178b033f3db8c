package org.peerlock.bench;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.peerlock.bench.network.BridgedNetwork;
import org.peerlock.bench.process.Host;

/** Where the processes of a benchmark run. */
final class BenchmarkHosts implements AutoCloseable {

    /** The number of hosts for workers, if each has one of its own. */
    private static final int WORKERS = 3;

    private final List<Host> workers;
    private final Host server;
    private final MachineCounters counters;
    private final @Nullable BridgedNetwork network;

    private BenchmarkHosts(
            List<Host> workers, Host server, MachineCounters counters, @Nullable BridgedNetwork network) {
        this.workers = workers;
        this.server = server;
        this.counters = counters;
        this.network = network;
    }

    /** All processes run here, and use the loopback interface. */
    static BenchmarkHosts oneMachine() {
        return new BenchmarkHosts(List.of(Host.LOCAL), Host.LOCAL, MachineCounters.LOOPBACK, null);
    }

    /** Creates three hosts for workers, and one more for servers. */
    static BenchmarkHosts several() throws IOException {
        BridgedNetwork network = new BridgedNetwork(WORKERS + 1);
        List<Host> hosts = network.hosts();
        return new BenchmarkHosts(
                hosts.subList(0, WORKERS),
                hosts.get(WORKERS),
                new MachineCounters(network.bridgeInterfaces(), BridgedNetwork.PORT),
                network);
    }

    /** The hosts of the workers, which take turns. */
    List<Host> workers() {
        return workers;
    }

    /** The host of a worker, counted from 0. */
    Host worker(int number) {
        return workers.get(number % workers.size());
    }

    /** The host of all servers. */
    Host server() {
        return server;
    }

    /** They count the packets between the processes. */
    MachineCounters counters() {
        return counters;
    }

    /** The processes must have ended before. */
    @Override
    public void close() throws IOException {
        if (network != null) {
            network.close();
        }
    }
}
