package org.peerlock.registry.zookeeper;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.apache.zookeeper.ZKUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.registry.testkit.ServerRegistryStoreConformance;

/** Three servers; the leader is killed. */
class ZooKeeperRegistryStoreConformanceTest extends ServerRegistryStoreConformance {

    private static ZooKeeperEnsemble ensemble;

    @BeforeAll
    static void startServers(@TempDir Path directory) throws Exception {
        ensemble = new ZooKeeperEnsemble(directory);
    }

    @AfterAll
    static void endServers() throws Exception {
        ensemble.end();
    }

    @Override
    protected List<InetSocketAddress> servers() {
        return ensemble.servers();
    }

    @Override
    protected String url(List<InetSocketAddress> servers) {
        return "zk://" + ZooKeeperEnsemble.hosts(servers) + "/peerlock/conformance";
    }

    @Override
    protected void delete() throws Exception {
        ensemble.asAdministrator(session -> ZKUtil.deleteRecursive(session, "/peerlock/conformance/" + cluster(), 10));
    }

    @Override
    protected void killServer() throws Exception {
        ensemble.killLeader();
    }

    @Override
    protected void restartServer() throws Exception {
        ensemble.restartKilled();
    }
}
