package org.peerlock.registry.kubernetes;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.peerlock.registry.testkit.ServerRegistryStoreConformance;

/** With a server that does with Secrets as an API server does. */
class KubernetesRegistryStoreConformanceTest extends ServerRegistryStoreConformance {

    private static ApiServer server;

    @BeforeAll
    static void start() throws IOException {
        server = new ApiServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected List<InetSocketAddress> servers() {
        return List.of(server.address());
    }

    @Override
    protected String url(List<InetSocketAddress> servers) {
        return "k8s://" + ApiServer.NAMESPACE + "/locks?server=http://127.0.0.1:"
                + servers.get(0).getPort();
    }

    @Override
    protected void delete() {
        server.delete("locks." + cluster());
    }

    @Override
    protected void killServer() {
        server.kill();
    }

    @Override
    protected void restartServer() throws IOException {
        server.restart();
    }
}
