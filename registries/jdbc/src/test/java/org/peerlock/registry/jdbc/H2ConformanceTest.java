package org.peerlock.registry.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.registry.testkit.SharedRegistryStoreConformance;

class H2ConformanceTest extends SharedRegistryStoreConformance {

    private static Server server;

    @BeforeAll
    static void start(@TempDir Path directory) throws SQLException {
        server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", directory.toString());
        server.start();
    }

    @AfterAll
    static void stop() {
        server.stop();
    }

    @Override
    protected String url() {
        return "jdbc:h2:tcp://localhost:" + server.getPort() + "/./registry;WRITE_DELAY=0";
    }

    @Override
    protected void delete() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM peerlock_registry WHERE cluster = '" + cluster() + "'");
        }
    }
}
