package org.peerlock.registry.jdbc;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.peerlock.registry.testkit.ServerProgram;

/** A MariaDB server of the installed version, with a binary log. */
final class MariaDbServer extends DatabaseServer {

    private static final String PACKAGE = "mariadb-server-core";
    private static final String WITHOUT_TLS = "&sslMode=disable";

    private final Path program = ServerProgram.find("mariadbd", PACKAGE, "/usr/sbin/mariadbd");

    private MariaDbServer(Path directory) throws IOException {
        super(directory);
    }

    /** The URL by which the driver of MySQL connects to such a server. */
    static String forDriverOfMySql(String url) {
        return url.replace("jdbc:mariadb:", "jdbc:mysql:").replace(WITHOUT_TLS, "");
    }

    /** Makes a server with no data in this directory, and starts it. */
    static MariaDbServer in(Path directory) throws Exception {
        MariaDbServer server = new MariaDbServer(directory);
        Path unused = ServerProgram.find("my_print_defaults", "mariadb-client-core"); // the next program needs it
        server.run(List.of(
                ServerProgram.find("mariadb-install-db", PACKAGE).toString(),
                "--no-defaults",
                "--datadir=" + server.data(),
                "--auth-root-authentication-method=normal",
                "--skip-test-db"));
        Files.writeString(
                directory.resolve("init.sql"),
                "CREATE DATABASE IF NOT EXISTS app;\nCREATE USER IF NOT EXISTS '" + USER
                        + "'@'127.0.0.1' IDENTIFIED BY '" + PASSWORD + "';\nGRANT ALL ON *.* TO '" + USER
                        + "'@'127.0.0.1';\n");
        server.start();
        return server;
    }

    @Override
    List<String> command() {
        return List.of(
                program.toString(),
                "--no-defaults",
                "--datadir=" + data(),
                "--bind-address=127.0.0.1",
                "--port=" + address.getPort(),
                "--socket=" + directory.resolve("socket"),
                "--pid-file=" + directory.resolve("pid"),
                "--init-file=" + directory.resolve("init.sql"),
                "--skip-name-resolve",
                "--innodb-buffer-pool-size=16M",
                "--log-bin=" + data().resolve("binlog"),
                "--sync-binlog=1");
    }

    /** The server has no certificate, and the driver of MariaDB demands one unless it is told otherwise. */
    @Override
    String withCredentials(String url, String password) {
        return super.withCredentials(url, password) + WITHOUT_TLS;
    }

    @Override
    String url(InetSocketAddress server) {
        return "jdbc:mariadb://127.0.0.1:" + server.getPort() + "/app";
    }
}
