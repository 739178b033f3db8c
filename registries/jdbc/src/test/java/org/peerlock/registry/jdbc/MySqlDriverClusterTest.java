package org.peerlock.registry.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** The driver of MySQL, on a MariaDB server. */
@Tag("long")
class MySqlDriverClusterTest extends DatabaseClusterConformance {

    @Override
    DatabaseServer start(Path directory) throws Exception {
        return MariaDbServer.in(directory, "mysql");
    }
}
