package org.peerlock.registry.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The driver of MySQL, on a MariaDB server. */
class MySqlDriverConformanceTest extends DatabaseConformance {

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        server = MariaDbServer.in(directory, "mysql");
    }
}
