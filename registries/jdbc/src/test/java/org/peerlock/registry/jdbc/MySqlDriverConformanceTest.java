package org.peerlock.registry.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The driver of MySQL, on a MariaDB server. */
class MySqlDriverConformanceTest extends DatabaseConformance {

    private static DatabaseServer server;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        server = MariaDbServer.in(directory, "mysql");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    DatabaseServer server() {
        return server;
    }
}
