package org.peerlock.registry.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.registry.testkit.ClusterConformance;

/** Three processes with their registry on a database server. */
abstract class DatabaseClusterConformance extends ClusterConformance {

    private DatabaseServer server;

    /** Starts a server with no data. */
    abstract DatabaseServer start(Path directory) throws Exception;

    @BeforeAll
    void startServer(@TempDir Path directory) throws Exception {
        server = start(directory);
    }

    @AfterAll
    void stopServer() {
        server.close();
    }

    @Override
    protected String url() {
        return server.url();
    }

    @Override
    protected void stopStore() {
        server.kill();
    }

    @Override
    protected void startStore() throws Exception {
        server.start();
    }
}
