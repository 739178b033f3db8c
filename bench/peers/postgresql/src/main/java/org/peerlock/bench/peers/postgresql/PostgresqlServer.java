package org.peerlock.bench.peers.postgresql;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * A PostgreSQL server on a free port of the loopback interface. It exits at the end of its standard
 * input. Its data is in a temporary directory and is not synced to disk. Advisory locks do not need
 * that: they live in memory only.
 */
public final class PostgresqlServer {

    private PostgresqlServer() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream replies = System.out;
        System.setOut(System.err);
        try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
            replies.println("ready host=127.0.0.1 port=" + server.getPort());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
