package org.peerlock.registry.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.peerlock.registry.Deadline;
import org.peerlock.registry.http.HttpConnections;
import org.peerlock.registry.http.Json;
import org.peerlock.registry.http.TlsFiles;
import org.peerlock.registry.testkit.Eventually;
import org.peerlock.registry.testkit.ServerProgram;

/** A cluster of etcd whose members are processes of this machine. */
final class EtcdServers implements AutoCloseable {

    private final Path program = ServerProgram.find("etcd", "etcd-server");
    private final Path directory;
    private final List<String> options;
    private final String scheme;
    private final HttpConnections connections;
    private final List<Integer> clientPorts = new ArrayList<>();
    private final List<Integer> peerPorts = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();
    private final Set<Integer> killed = new TreeSet<>();

    /** Starts so many members, and waits until they serve. */
    EtcdServers(Path directory, int members) throws Exception {
        this(directory, members, "http", TlsFiles.NONE, List.of());
    }

    EtcdServers(Path directory, int members, String scheme, TlsFiles tlsFiles, List<String> options) throws Exception {
        this.directory = directory;
        this.options = options;
        this.scheme = scheme;
        connections = new HttpConnections(tlsFiles);
        for (int member = 0; member < members; member++) {
            clientPorts.add(ServerProgram.freePort());
            peerPorts.add(ServerProgram.freePort());
        }
        for (int member = 0; member < members; member++) {
            processes.add(start(member));
        }
        for (int member = 0; member < members; member++) {
            awaitServing(member);
        }
    }

    private Process start(int member) throws IOException {
        String client = scheme + "://127.0.0.1:" + clientPorts.get(member);
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--name=m" + member,
                "--data-dir=" + data(member),
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer(member),
                "--initial-advertise-peer-urls=" + peer(member),
                "--initial-cluster="
                        + IntStream.range(0, peerPorts.size())
                                .mapToObj(each -> "m" + each + "=" + peer(each))
                                .collect(Collectors.joining(",")),
                // A busy machine must not look like a dead leader.
                "--heartbeat-interval=300",
                "--election-timeout=3000"));
        command.addAll(options);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log(member).toFile()))
                .start();
    }

    private String peer(int member) {
        return "http://127.0.0.1:" + peerPorts.get(member);
    }

    private Path data(int member) {
        return directory.resolve("m" + member);
    }

    private Path log(int member) {
        return directory.resolve("m" + member + ".log");
    }

    /** Waits until a member knows a leader and answers a linearizable read. */
    private void awaitServing(int member) throws Exception {
        ServerProgram.awaitPort(processes.get(member), addresses().get(member), log(member));
        Eventually.await("member " + member + " of etcd serves", () -> serves(member));
    }

    private boolean serves(int member) {
        try {
            Json unused = call(member, "/v3/kv/range", Map.of("key", base64("none")));
            return true;
        } catch (EtcdErrorException e) {
            return e.error().text().contains("user name is empty");
        } catch (IOException e) {
            return false;
        }
    }

    List<InetSocketAddress> addresses() {
        return clientPorts.stream()
                .map(port -> new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .toList();
    }

    /** Addresses as in a URL. */
    static String hosts(List<InetSocketAddress> addresses) {
        return addresses.stream()
                .map(address -> "127.0.0.1:" + address.getPort())
                .collect(Collectors.joining(","));
    }

    String hosts() {
        return hosts(addresses());
    }

    /** Does anything that an administrator could do. */
    Json call(int member, String path, Map<String, ?> body) throws IOException {
        Deadline deadline = Deadline.in(Duration.ofSeconds(20));
        return new EtcdMember(
                        URI.create(scheme + "://" + hosts(List.of(addresses().get(member)))), connections)
                .call(path, body, Optional.empty(), deadline, deadline);
    }

    void delete(String key) throws IOException {
        Json unused = call(0, "/v3/kv/deleterange", Map.of("key", base64(key)));
    }

    static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    private int leader() throws Exception {
        AtomicInteger leader = new AtomicInteger();
        Eventually.await("etcd has a leader", () -> {
            for (int member = 0; member < processes.size(); member++) {
                Json status = call(member, "/v3/maintenance/status", Map.of());
                if (status.text("leader").equals(status.text("header", "member_id"))) {
                    leader.set(member);
                    return true;
                }
            }
            return false;
        });
        return leader.get();
    }

    void killLeader() throws Exception {
        kill(leader());
    }

    void kill(int member) throws InterruptedException {
        killed.add(member);
        ServerProgram.kill(processes.get(member));
    }

    void killAll() throws InterruptedException {
        for (int member = 0; member < processes.size(); member++) {
            kill(member);
        }
    }

    /** Waits until the members that were not killed serve. */
    void awaitOthers() throws Exception {
        for (int member = 0; member < processes.size(); member++) {
            if (!killed.contains(member)) {
                awaitServing(member);
            }
        }
    }

    /** Starts the members again that were killed. */
    void restart() throws Exception {
        for (int member : killed) {
            processes.set(member, start(member));
        }
        killed.clear();
        awaitOthers();
    }

    /** Deletes all data of a member that was killed. */
    void wipe(int member) throws IOException {
        try (Stream<Path> files = Files.walk(data(member))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Override
    public void close() {
        connections.close();
        processes.forEach(Process::destroyForcibly);
        processes.forEach(process -> process.onExit().join());
    }
}
