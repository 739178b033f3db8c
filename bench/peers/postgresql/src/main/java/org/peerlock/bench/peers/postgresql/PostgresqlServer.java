package org.peerlock.bench.peers.postgresql;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A PostgreSQL server on a free port of the address that is its argument. It exits at the end of
 * its standard input. Its data is in a temporary directory. It syncs each write to disk, as is its
 * default: advisory locks write nothing, but a registry of Peerlock demands it.
 */
public final class PostgresqlServer {

    private PostgresqlServer() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream replies = System.out;
        System.setOut(System.err);
        Path clients = Files.createTempFile("clients", ".conf");
        try (EmbeddedPostgres server = start(arguments[0], clients)) {
            replies.println("ready host=" + arguments[0] + " port=" + server.getPort());
            System.in.transferTo(OutputStream.nullOutputStream());
        } finally {
            Files.delete(clients);
        }
    }

    private static EmbeddedPostgres start(String address, Path clients) throws IOException {
        EmbeddedPostgres.Builder builder =
                EmbeddedPostgres.builder().setServerConfig("fsync", "on").setServerConfig("synchronous_commit", "on");
        if (!InetAddress.getByName(address).isLoopbackAddress()) {
            Files.writeString(clients, "host all all all trust\n");
            builder.setServerConfig("hba_file", clients.toString());
            builder.setServerConfig("listen_addresses", "localhost," + address);
        }
        return builder.start();
    }
}
