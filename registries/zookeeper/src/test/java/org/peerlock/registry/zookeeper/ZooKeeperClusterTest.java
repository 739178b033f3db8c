package org.peerlock.registry.zookeeper;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.registry.testkit.ReplicatedClusterConformance;

/** Three processes with their registry on three servers of ZooKeeper. */
@Tag("long")
class ZooKeeperClusterTest extends ReplicatedClusterConformance {

    private ZooKeeperEnsemble ensemble;

    @BeforeAll
    void startServers(@TempDir Path directory) throws Exception {
        ensemble = new ZooKeeperEnsemble(directory);
    }

    @AfterAll
    void endServers() throws Exception {
        ensemble.end();
    }

    @Override
    protected String url() {
        return "zk://" + ZooKeeperEnsemble.hosts(ensemble.servers()) + "/peerlock/trials";
    }

    /** Three JVMs start on a busy machine. */
    @Override
    protected Duration lease() {
        return Duration.ofSeconds(20);
    }

    @Override
    protected void killLeader() throws Exception {
        ensemble.killLeader();
        ensemble.awaitRunning();
    }

    @Override
    protected void stopStore() throws Exception {
        ensemble.end();
    }

    @Override
    protected void startStore() throws Exception {
        ensemble.restartKilled();
    }
}
