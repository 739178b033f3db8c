package org.peerlock.bench.trial;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The servers of a registry, each on a host of its own. */
abstract class RegistryServers implements AutoCloseable {

    /** Far more than a server needs to start, also if the machine has much else to do. */
    private static final long START_NANOS = TimeUnit.MINUTES.toNanos(5);

    private static final int CONNECT_MILLIS = 1_000;
    private static final int PAUSE_MILLIS = 50;

    private final List<TrialHost> hosts;
    private final Path directory;
    private final @Nullable Process[] processes;

    /** @param directory a new one, for data and logs */
    RegistryServers(List<TrialHost> hosts, Path directory) throws IOException {
        this.hosts = List.copyOf(hosts);
        this.directory = Files.createDirectories(directory);
        processes = new @Nullable Process[hosts.size()];
    }

    /** The URL by which processes find the registry. */
    abstract String url();

    /** The command that runs a server in the foreground. */
    abstract List<String> command(int server);

    /** The port at which clients connect. */
    abstract int port();

    /** Whether the others follow a server. Called on its host; throws if it does not serve. */
    abstract boolean isLeader(int server) throws IOException;

    /** The server that the others follow; any one if there is none. */
    final int leader() throws InterruptedException {
        for (int server = 0; server < size(); server++) {
            int asked = server;
            try {
                if (host(asked).call(() -> isLeader(asked))) {
                    return asked;
                }
            } catch (IOException e) {
                // It does not run, or has no quorum.
            }
        }
        return 0;
    }

    final int size() {
        return hosts.size();
    }

    final TrialHost host(int server) {
        return hosts.get(server);
    }

    final Path directory() {
        return directory;
    }

    /** Addresses and ports of all servers, as a URL has them. */
    final String addresses() {
        return String.join(
                ",", hosts.stream().map(host -> host.address() + ":" + port()).toList());
    }

    /** Starts all servers that do not run, and waits until they accept connections. */
    final void startAll() throws IOException, InterruptedException {
        for (int server = 0; server < size(); server++) {
            if (!isRunning(server)) {
                start(server);
            }
        }
        for (int server = 0; server < size(); server++) {
            awaitPort(server);
        }
    }

    private boolean isRunning(int server) {
        Process process = processes[server];
        return process != null && process.isAlive();
    }

    private void start(int server) throws IOException {
        processes[server] = process(server, command(server)).start();
    }

    /** A command on the host of a server. */
    final ProcessBuilder process(int server, List<String> command) {
        List<String> whole = new ArrayList<>(host(server).prefix());
        whole.addAll(command);
        return new ProcessBuilder(whole)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log(server).toFile()));
    }

    private Path log(int server) {
        return directory.resolve("server-" + server + ".log");
    }

    private void awaitPort(int server) throws IOException, InterruptedException {
        await(server, () -> {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(host(server).address(), port()), CONNECT_MILLIS);
                return true;
            }
        });
    }

    /** Repeats something on the host of a server until it is true. What throws is not true yet. */
    final void await(int server, Callable<Boolean> condition) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (true) {
            try {
                if (host(server).call(condition)) {
                    return;
                }
            } catch (IOException e) {
                if (!isRunning(server) || System.nanoTime() - start > START_NANOS) {
                    throw new IOException("a server of the registry does not work; its log is " + log(server), e);
                }
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }

    /** Kills a server as {@code kill -9} does, before its children: it would replace a child that has died. */
    final void kill(int server) {
        Process process = processes[server];
        if (process != null) {
            List<ProcessHandle> children = process.descendants().toList();
            end(process.toHandle());
            children.forEach(RegistryServers::end);
        }
    }

    private static void end(ProcessHandle process) {
        process.destroyForcibly();
        process.onExit().join();
    }

    final void killAll() {
        IntStream.range(0, size()).forEach(this::kill);
    }

    @Override
    public void close() {
        killAll();
    }
}
