package org.peerlock.registry.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

@Tag("long")
class H2ClusterTest extends DatabaseClusterConformance {

    @Override
    DatabaseServer start(Path directory) throws Exception {
        return H2Server.in(directory);
    }
}
