package org.peerlock.registry.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class MariaDbConformanceTest extends DatabaseConformance {

    private static DatabaseServer server;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        server = MariaDbServer.in(directory);
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
