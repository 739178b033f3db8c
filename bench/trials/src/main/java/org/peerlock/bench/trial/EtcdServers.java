package org.peerlock.bench.trial;

import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.peerlock.bench.process.Programs;

/** A cluster of etcd. */
final class EtcdServers extends RegistryServers {

    private static final int CLIENT_PORT = 2379;
    private static final int PEER_PORT = 2380;
    private static final int TIMEOUT_MILLIS = 2_000;
    private static final Pattern MEMBER = Pattern.compile("\"member_id\":\"(\\d+)\"");
    private static final Pattern LEADER = Pattern.compile("\"leader\":\"(\\d+)\"");

    private final Path program = Programs.require("etcd", "etcd-server", "/usr/bin");

    EtcdServers(List<TrialHost> hosts, Path directory) throws IOException {
        super(hosts, directory);
    }

    @Override
    String url() {
        return "etcd://" + addresses() + "/trial";
    }

    @Override
    int port() {
        return CLIENT_PORT;
    }

    @Override
    List<String> command(int server) {
        String client = "http://" + host(server).address() + ":" + CLIENT_PORT;
        return List.of(
                program.toString(),
                "--name=s" + server,
                "--data-dir=" + directory().resolve("s" + server),
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer(server),
                "--initial-advertise-peer-urls=" + peer(server),
                "--initial-cluster="
                        + IntStream.range(0, size())
                                .mapToObj(each -> "s" + each + "=" + peer(each))
                                .collect(Collectors.joining(",")));
    }

    private String peer(int server) {
        return "http://" + host(server).address() + ":" + PEER_PORT;
    }

    @Override
    boolean isLeader(int server) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://" + host(server).address() + ":" + CLIENT_PORT + "/v3/maintenance/status")
                        .toURL()
                        .openConnection();
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        connection.setDoOutput(true);
        try (OutputStream body = connection.getOutputStream()) {
            body.write("{}".getBytes(StandardCharsets.US_ASCII));
        }
        String status = new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher member = MEMBER.matcher(status);
        Matcher leader = LEADER.matcher(status);
        return member.find() && leader.find() && member.group(1).equals(leader.group(1));
    }
}
