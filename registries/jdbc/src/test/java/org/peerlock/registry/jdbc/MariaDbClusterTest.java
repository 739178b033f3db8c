package org.peerlock.registry.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

@Tag("long")
class MariaDbClusterTest extends DatabaseClusterConformance {

    @Override
    DatabaseServer start(Path directory) throws Exception {
        return MariaDbServer.in(directory);
    }
}
