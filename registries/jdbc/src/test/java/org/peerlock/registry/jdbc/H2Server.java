package org.peerlock.registry.jdbc;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.h2.tools.Server;

/** A server of H2 in a JVM of its own, which writes at once. */
final class H2Server extends DatabaseServer {

    private H2Server(Path directory) throws IOException {
        super(directory);
    }

    /** Starts a server with no data in this directory. */
    static H2Server in(Path directory) throws Exception {
        H2Server server = new H2Server(directory);
        server.start();
        return server;
    }

    /** The jar of H2 may be where only this user can read it. */
    @Override
    boolean refusesRoot() {
        return false;
    }

    @Override
    List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                Server.class.getName(),
                "-tcp",
                "-tcpPort",
                String.valueOf(address.getPort()),
                "-ifNotExists",
                "-baseDir",
                data().toString());
    }

    @Override
    String url(InetSocketAddress server) {
        return "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/./registry;WRITE_DELAY=0";
    }

    @Override
    String withCredentials(String url, String password) {
        return url + ";USER=" + USER + ";PASSWORD=" + password;
    }
}
