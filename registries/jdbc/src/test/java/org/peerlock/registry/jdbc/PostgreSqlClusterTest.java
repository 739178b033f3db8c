package org.peerlock.registry.jdbc;

import java.nio.file.Path;

class PostgreSqlClusterTest extends DatabaseClusterConformance {

    @Override
    DatabaseServer start(Path directory) throws Exception {
        return PostgreSqlServer.in(directory);
    }
}
