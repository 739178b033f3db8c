package org.peerlock.registry.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.testkit.ManyMembersConformance;

class PostgreSqlManyMembersTest extends ManyMembersConformance {

    private DatabaseServer server;

    @BeforeEach
    void startServer(@TempDir Path directory) throws Exception {
        server = PostgreSqlServer.in(directory);
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Override
    protected String url() {
        return server.url();
    }

    @Override
    protected long writes(TaggedBytes stored) {
        return Long.parseLong(stored.tag()); // the version of the row
    }
}
