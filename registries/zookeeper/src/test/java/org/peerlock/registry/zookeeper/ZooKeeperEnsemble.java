package org.peerlock.registry.zookeeper;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;
import org.peerlock.registry.testkit.Eventually;
import org.peerlock.registry.testkit.ServerProgram;

/** Three servers of ZooKeeper in processes of their own, with their data in a directory. */
final class ZooKeeperEnsemble {

    private static final int SIZE = 3;
    private static final int SESSION_MILLIS = 30_000;

    private final Path directory;
    private final List<InetSocketAddress> servers = new ArrayList<>();
    private final Map<Integer, Process> running = new TreeMap<>();

    /** Starts them, and returns when all of them serve. */
    ZooKeeperEnsemble(Path directory) throws Exception {
        this.directory = directory;
        List<String> members = new ArrayList<>();
        for (int number = 0; number < SIZE; number++) {
            InetSocketAddress client =
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), ServerProgram.freePort());
            servers.add(client);
            members.add("server." + number + "=127.0.0.1:" + ServerProgram.freePort() + ":" + ServerProgram.freePort()
                    + ";127.0.0.1:" + client.getPort());
        }
        for (int number = 0; number < SIZE; number++) {
            Path data = Files.createDirectories(directory.resolve("data" + number));
            Files.writeString(data.resolve("myid"), number + "\n");
            List<String> settings = new ArrayList<>(members);
            settings.addAll(List.of(
                    "dataDir=" + data,
                    "forceSync=yes",
                    "tickTime=1000",
                    "initLimit=60",
                    "syncLimit=20",
                    "maxClientCnxns=0",
                    "preAllocSize=1024",
                    "admin.enableServer=false",
                    "4lw.commands.whitelist=srvr"));
            Files.write(directory.resolve("zoo" + number + ".cfg"), settings);
            start(number);
        }
        awaitAll();
    }

    /** Where the servers listen for clients. */
    List<InetSocketAddress> servers() {
        return servers;
    }

    /** Hosts and ports, as URLs have them. */
    static String hosts(List<InetSocketAddress> servers) {
        return servers.stream().map(server -> "127.0.0.1:" + server.getPort()).collect(Collectors.joining(","));
    }

    /** What an administrator does. */
    interface Task<T> {
        T perform(ZooKeeper session) throws Exception;
    }

    /** Performs a task with ZooKeeper's own client. */
    <T> T asAdministrator(Task<T> task) throws Exception {
        ZooKeeper session = new ZooKeeper(hosts(servers), SESSION_MILLIS, event -> {});
        try {
            return task.perform(session);
        } finally {
            session.close();
        }
    }

    private void start(int number) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                QuorumPeerMain.class.getName(),
                directory.resolve("zoo" + number + ".cfg").toString());
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log(number).toFile()));
        Process process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly)); // if the tests are aborted
        running.put(number, process);
    }

    private Path log(int number) {
        return directory.resolve("log" + number);
    }

    /** Kills the leader as {@code kill -9} does. */
    void killLeader() throws Exception {
        awaitAll();
        for (int number = 0; number < SIZE; number++) {
            if (mode(number).equals("leader")) {
                kill(number);
                return;
            }
        }
        throw new AssertionError("there is no leader");
    }

    private void kill(int number) throws InterruptedException {
        Process process = running.remove(number);
        if (process != null) {
            ServerProgram.kill(process);
        }
    }

    /** Starts the servers that were killed, with their data, and returns when all of them serve. */
    void restartKilled() throws Exception {
        for (int number = 0; number < SIZE; number++) {
            if (!running.containsKey(number)) {
                start(number);
            }
        }
        awaitAll();
    }

    private void awaitAll() throws Exception {
        if (running.size() < SIZE) {
            throw new IllegalStateException("a server was killed");
        }
        awaitRunning();
    }

    /** Waits until the servers that were not killed serve. */
    void awaitRunning() throws Exception {
        for (Map.Entry<Integer, Process> server : running.entrySet()) {
            int number = server.getKey();
            Process process = server.getValue();
            ServerProgram.awaitPort(process, servers.get(number), log(number));
            int waited = number;
            Eventually.await(
                    "server " + number + " serves",
                    () -> List.of("leader", "follower").contains(mode(waited)));
        }
    }

    /** What the server says it is: {@code leader} or {@code follower}; empty while it serves nobody. */
    private String mode(int number) {
        try (Socket socket = new Socket()) {
            socket.connect(servers.get(number));
            socket.getOutputStream().write("srvr".getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII)
                    .lines()
                    .filter(line -> line.startsWith("Mode: "))
                    .map(line -> line.substring("Mode: ".length()))
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    /** Kills all of them. */
    void end() throws InterruptedException {
        for (int number = 0; number < SIZE; number++) {
            kill(number);
        }
    }
}
