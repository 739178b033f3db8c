package org.peerlock.registry.kubernetes;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.peerlock.registry.testkit.ClusterConformance;

/** Three processes, with a server that does with Secrets as an API server does. */
@Tag("long")
class KubernetesClusterTest extends ClusterConformance {

    private ApiServer server;

    @BeforeAll
    void startServer() throws IOException {
        server = new ApiServer();
    }

    @AfterAll
    void stopServer() {
        server.close();
    }

    @Override
    protected String url() {
        return "k8s://" + ApiServer.NAMESPACE + "/trials?server=http://127.0.0.1:"
                + server.address().getPort();
    }

    @Override
    protected void stopStore() {
        server.kill();
    }

    @Override
    protected void startStore() throws IOException {
        server.restart();
    }
}
