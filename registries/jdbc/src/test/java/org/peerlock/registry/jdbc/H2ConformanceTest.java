package org.peerlock.registry.jdbc;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.registry.testkit.RestartableRegistryStoreConformance;

/** The driver of H2 waits for a silent server for ever. H2 is for tests only, so the other databases stand for it in an ordinary build. */
@Tag("long")
class H2ConformanceTest extends RestartableRegistryStoreConformance {

    private static DatabaseServer server;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        server = H2Server.in(directory);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected List<InetSocketAddress> servers() {
        return List.of(server.address);
    }

    @Override
    protected String url(List<InetSocketAddress> servers) {
        return server.withCredentials(server.url(servers.get(0)), DatabaseServer.PASSWORD);
    }

    @Override
    protected void killServer() {
        server.kill();
    }

    @Override
    protected void restartServer() throws Exception {
        server.start();
    }

    @Override
    protected void delete() throws Exception {
        server.execute("DELETE FROM peerlock_registry WHERE cluster = '" + cluster() + "'");
    }
}
