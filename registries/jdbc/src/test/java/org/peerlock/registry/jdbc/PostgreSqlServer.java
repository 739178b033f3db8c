package org.peerlock.registry.jdbc;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.peerlock.registry.testkit.ServerProgram;

/** A PostgreSQL server of the installed version. */
final class PostgreSqlServer extends DatabaseServer {

    private static final String PLACES = "/usr/lib/postgresql/*/bin/";

    private final Path program = find("postgres");

    private PostgreSqlServer(Path directory) throws IOException {
        super(directory);
    }

    /** Makes a server with no data in this directory, and starts it. */
    static PostgreSqlServer in(Path directory) throws Exception {
        PostgreSqlServer server = new PostgreSqlServer(directory);
        Path password = Files.writeString(directory.resolve("password"), PASSWORD);
        server.run(List.of(
                find("initdb").toString(),
                "--pgdata=" + server.data(),
                "--username=" + USER,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync"));
        server.start();
        return server;
    }

    private static Path find(String program) {
        return ServerProgram.find(program, "postgresql", PLACES + program);
    }

    /** Makes it a standby that waits for its primary for ever, and starts it again. */
    void becomeStandby() throws Exception {
        kill();
        Files.createFile(data().resolve("standby.signal"));
        start();
    }

    @Override
    List<String> command() {
        return List.of(
                program.toString(),
                "-D",
                data().toString(),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "port=" + address.getPort(),
                "-c",
                "unix_socket_directories=" + directory,
                "-c",
                "shared_buffers=16MB",
                "-c",
                "max_connections=150");
    }

    @Override
    String url(InetSocketAddress server) {
        return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres";
    }

    /** Changes a setting of the whole server. */
    void set(String name, String value) throws Exception {
        execute("ALTER SYSTEM SET " + name + " = '" + value + "'", "SELECT pg_reload_conf()");
        await("SELECT current_setting('" + name + "')", value);
    }
}
