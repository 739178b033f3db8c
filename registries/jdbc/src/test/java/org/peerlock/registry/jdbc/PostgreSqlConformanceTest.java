package org.peerlock.registry.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class PostgreSqlConformanceTest extends DatabaseConformance {

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        server = PostgreSqlServer.in(directory);
    }
}
