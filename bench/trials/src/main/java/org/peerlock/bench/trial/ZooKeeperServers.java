package org.peerlock.bench.trial;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An ensemble of ZooKeeper. */
final class ZooKeeperServers extends RegistryServers {

    private static final int CLIENT_PORT = 2181;
    private static final int TIMEOUT_MILLIS = 2_000;
    private static final String MAIN = "org.apache.zookeeper.server.quorum.QuorumPeerMain";

    ZooKeeperServers(List<TrialHost> hosts, Path directory) throws IOException {
        super(hosts, directory);
        for (int server = 0; server < size(); server++) {
            Path data = Files.createDirectories(directory.resolve("data-" + server));
            Files.writeString(data.resolve("myid"), server + "\n");
            List<String> settings = new ArrayList<>(List.of(
                    "dataDir=" + data,
                    "tickTime=1000",
                    "initLimit=10",
                    "syncLimit=5",
                    "admin.enableServer=false",
                    "4lw.commands.whitelist=srvr"));
            for (int each = 0; each < size(); each++) {
                String address = host(each).address();
                settings.add("server." + each + "=" + address + ":2888:3888;" + address + ":" + CLIENT_PORT);
            }
            Files.write(configuration(server), settings);
        }
    }

    private Path configuration(int server) {
        return directory().resolve("zoo-" + server + ".cfg");
    }

    @Override
    String url() {
        return "zk://" + addresses() + "/trial";
    }

    @Override
    int port() {
        return CLIENT_PORT;
    }

    @Override
    List<String> command(int server) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                MAIN,
                configuration(server).toString());
    }

    @Override
    boolean isLeader(int server) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host(server).address(), CLIENT_PORT), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            String status = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return status.contains("Mode: leader");
        }
    }
}
