package org.peerlock.registry.etcd;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.registry.testkit.ServerRegistryStoreConformance;

/** Three members, whose leader is killed and started again. */
class EtcdRegistryStoreConformanceTest extends ServerRegistryStoreConformance {

    @TempDir
    static Path directory;

    private static EtcdServers etcd;

    @BeforeAll
    static void start() throws Exception {
        etcd = new EtcdServers(directory, 3);
    }

    @AfterAll
    static void stop() {
        if (etcd != null) {
            etcd.close();
        }
    }

    @Override
    protected List<InetSocketAddress> servers() {
        return etcd.addresses();
    }

    @Override
    protected String url(List<InetSocketAddress> servers) {
        return "etcd://" + EtcdServers.hosts(servers) + "/tests/registries";
    }

    @Override
    protected void delete() throws IOException {
        etcd.delete("tests/registries/" + cluster());
    }

    @Override
    protected void killServer() throws Exception {
        etcd.killLeader();
    }

    @Override
    protected void restartServer() throws Exception {
        etcd.restart();
    }
}
