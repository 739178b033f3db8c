package org.peerlock.bench.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.peerlock.bench.process.ChildProcesses;
import org.peerlock.bench.process.Host;
import org.peerlock.bench.process.Programs;
import org.peerlock.bench.process.SystemCommand;

/**
 * Hosts in one network. Each is a network namespace of this machine, and a pair of virtual Ethernet
 * devices (veth) connects it to a bridge in a namespace of its own:
 *
 * <pre>
 *   host 1 (eth0 10.78.0.1) --- port1 \
 *   host 2 (eth0 10.78.0.2) --- port2 -- bridge0
 *   host 3 (eth0 10.78.0.3) --- port3 /
 * </pre>
 *
 * The kernel forwards all packets. Other networks of the machine have no part in it, and their
 * addresses do not matter. If this process is told to end, the namespaces are deleted.
 */
public final class BridgedNetwork implements AutoCloseable {

    /** The interfaces of the bridge to the hosts have names that start so. */
    public static final String PORT = "port";

    private static final String SUBNET = "10.78.0.";
    private static final String BRIDGE = "bridge0";
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String ip = Programs.require("ip", "iproute2", "/usr/sbin").toString();
    private final String name = "peerlock-bench-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
    private final Thread shutdownHook = new Thread(this::closeAtShutdown, "close-" + name);
    private final List<String> namespaces = new ArrayList<>();
    private final List<Host> hosts = new ArrayList<>();
    private @Nullable Process bridge;
    private boolean closed;

    /**
     * Creates hosts. Only root can do so.
     *
     * @throws IOException if that is not possible; then nothing of them is left
     */
    public BridgedNetwork(int size) throws IOException {
        Runtime.getRuntime().addShutdownHook(shutdownHook);
        try {
            createBridge();
            for (int number = 1; number <= size; number++) {
                createHost(number);
            }
        } catch (IOException e) {
            close();
            throw new IOException(
                    "cannot create hosts: " + e.getMessage() + ". This needs the kernel modules veth and bridge, and in"
                            + " a container the capabilities NET_ADMIN and SYS_ADMIN",
                    e);
        }
    }

    private void createBridge() throws IOException {
        createNamespace(bridgeNamespace());
        configure(bridgeNamespace(), "link", "add", BRIDGE, "type", "bridge");
        configure(bridgeNamespace(), "link", "set", BRIDGE, "up");
        bridge = startOnBridge();
    }

    private void createHost(int number) throws IOException {
        String namespace = name + "-host" + number;
        String port = PORT + number;
        String address = SUBNET + number;
        createNamespace(namespace);
        configure(bridgeNamespace(), "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", namespace);
        configure(bridgeNamespace(), "link", "set", port, "master", BRIDGE, "up");
        configure(namespace, "link", "set", "lo", "up");
        configure(namespace, "address", "add", address + "/24", "dev", "eth0");
        configure(namespace, "link", "set", "eth0", "up");
        hosts.add(new Host(address, prefix(namespace), Map.of()));
    }

    private String bridgeNamespace() {
        return name + "-bridge";
    }

    private synchronized void createNamespace(String namespace) throws IOException {
        namespaces.add(namespace); // first, because a command that is interrupted may have created it
        run("netns", "add", namespace);
    }

    private void configure(String namespace, String... arguments) throws IOException {
        run(Stream.concat(Stream.of("-n", namespace), Stream.of(arguments)).toArray(String[]::new));
    }

    private synchronized void run(String... arguments) throws IOException {
        if (closed) {
            throw new IOException("the network is closed");
        }
        SystemCommand.run(Stream.concat(Stream.of(ip), Stream.of(arguments)).toList());
    }

    private List<String> prefix(String namespace) {
        return List.of(ip, "netns", "exec", namespace);
    }

    /** Starts a process that does nothing but be there, and waits until it is. */
    private Process startOnBridge() throws IOException {
        List<String> command = new ArrayList<>(prefix(bridgeNamespace()));
        command.add("cat");
        Process process =
                ChildProcesses.start(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT));
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        if (process.getInputStream().read() != '\n') {
            throw new IOException("no process can run in a namespace");
        }
        return process;
    }

    public List<Host> hosts() {
        return List.copyOf(hosts);
    }

    /**
     * The kernel's counters of the interfaces of the bridge, in the format of {@code /proc/net/dev}.
     * Each packet from one host to another is sent by one {@link #PORT port}.
     */
    public Path bridgeInterfaces() {
        Process process = bridge;
        if (process == null) {
            throw new IllegalStateException("there is no bridge");
        }
        return Path.of("/proc", Long.toString(process.pid()), "net", "dev");
    }

    /** Deletes the namespaces, and with them all devices. Their processes should have ended before. */
    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        if (bridge != null) {
            ChildProcesses.stop(bridge);
        }
        IOException failure = null;
        for (String namespace : namespaces) {
            try {
                SystemCommand.run(ip, "netns", "delete", namespace);
            } catch (IOException e) {
                if (Files.exists(Path.of("/run/netns", namespace))) {
                    failure = e;
                }
            }
        }
        if (Thread.currentThread() != shutdownHook) {
            removeShutdownHook();
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void removeShutdownHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(shutdownHook);
        } catch (IllegalStateException e) {
            // The process ends: the hook finds that there is nothing to do.
        }
    }

    private void closeAtShutdown() {
        try {
            close();
        } catch (IOException e) {
            System.err.println(e.getMessage());
        }
    }
}
