package org.peerlock.bench.trial;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Hosts that reach each other, until a fault is in the way. */
final class TrialNetwork implements AutoCloseable {

    private static final String SUBNET = "10.77.0.";

    private final PacketRelay relay;
    private final List<TrialHost> hosts = new ArrayList<>();

    /**
     * Creates hosts. Only root can do so.
     *
     * @throws IOException if that is not possible; then nothing of them is left
     */
    TrialNetwork(int size) throws IOException {
        relay = new PacketRelay(size);
        long process = ProcessHandle.current().pid();
        try {
            for (int number = 0; number < size; number++) {
                String device = "plt" + process % 1_000_000 + "n" + number;
                relay.createDevice(number, device);
                hosts.add(TrialHost.create("peerlock-trial-" + process + "-" + number, SUBNET + (number + 1), device));
                relay.start(number);
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    List<TrialHost> hosts() {
        return List.copyOf(hosts);
    }

    int size() {
        return hosts.size();
    }

    /** Cuts one direction between two hosts. */
    void cut(int from, int to) {
        relay.set(from, to, Link.CUT);
    }

    /** Makes all links alike. */
    void degrade(Link link) {
        IntStream.range(0, size()).forEach(from -> IntStream.range(0, size()).forEach(to -> relay.set(from, to, link)));
    }

    void heal() {
        relay.heal();
    }

    /** Deletes all hosts, even if one of them cannot be deleted. The first call counts: an interrupted trial makes two. */
    @Override
    public synchronized void close() throws IOException {
        relay.close();
        IOException failure = new IOException("cannot delete all hosts");
        while (!hosts.isEmpty()) {
            try {
                hosts.remove(hosts.size() - 1).close();
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
        }
        if (failure.getSuppressed().length > 0) {
            throw failure;
        }
    }
}
