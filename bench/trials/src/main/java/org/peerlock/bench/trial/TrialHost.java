package org.peerlock.bench.trial;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.peerlock.bench.process.SystemCommand;

/**
 * A host of a trial: a network namespace with an address of its own. All its packets go through a
 * TUN device to the {@link PacketRelay}.
 */
final class TrialHost implements AutoCloseable {

    private static final String DEVICE = "tun0";
    private static final String FIREWALL = "peerlock_trial";

    private final String namespace;
    private final String address;
    private final ExecutorService inside;

    private TrialHost(String namespace, String address) {
        this.namespace = namespace;
        this.address = address;
        inside = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(
                    () -> {
                        Kernel.enterNamespace(namespace);
                        task.run();
                    },
                    namespace);
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Creates a host.
     *
     * @param namespace a name that no other namespace of this machine has
     * @param device the TUN device, which moves into the namespace
     */
    static TrialHost create(String namespace, String address, String device) throws IOException {
        SystemCommand.run("ip", "netns", "add", namespace);
        TrialHost host = new TrialHost(namespace, address);
        try {
            SystemCommand.run("ip", "link", "set", device, "netns", namespace, "name", DEVICE);
            host.configure("link", "set", "lo", "up");
            host.configure("address", "add", address + "/24", "dev", DEVICE);
            host.configure("link", "set", DEVICE, "up");
        } catch (IOException e) {
            host.close();
            throw e;
        }
        return host;
    }

    private void configure(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip", "-n", namespace));
        command.addAll(List.of(arguments));
        SystemCommand.run(command);
    }

    String address() {
        return address;
    }

    /** What comes before a command that runs on this host. */
    List<String> prefix() {
        return List.of("ip", "netns", "exec", namespace);
    }

    /** Does something on a thread of this host: its sockets are those of the host. */
    <T> T call(Callable<T> task) throws IOException, InterruptedException {
        try {
            return inside.submit(task).get();
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        }
    }

    /** Drops all packets that come from these addresses. */
    void block(List<String> addresses) throws IOException {
        for (String rule : List.of(
                "add table inet " + FIREWALL,
                "add chain inet " + FIREWALL + " input { type filter hook input priority 0; }",
                "add rule inet " + FIREWALL + " input ip saddr { " + String.join(", ", addresses) + " } drop")) {
            nft(rule);
        }
    }

    void unblock() throws IOException {
        nft("delete table inet " + FIREWALL);
    }

    private void nft(String rule) throws IOException {
        List<String> command = new ArrayList<>(prefix());
        command.addAll(List.of("nft", rule));
        SystemCommand.run(command);
    }

    /** Deletes the namespace. Its processes must have ended before. */
    @Override
    public void close() throws IOException {
        inside.shutdownNow();
        SystemCommand.run("ip", "netns", "delete", namespace);
    }

    @Override
    public String toString() {
        return address;
    }
}
