package org.peerlock.registry.etcd;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.registry.testkit.ReplicatedClusterConformance;

/** Three processes with their registry on three members of etcd. */
@Tag("long")
class EtcdClusterTest extends ReplicatedClusterConformance {

    private EtcdServers etcd;

    @BeforeAll
    void startServers(@TempDir Path directory) throws Exception {
        etcd = new EtcdServers(directory, 3);
    }

    @AfterAll
    void stopServers() {
        etcd.close();
    }

    @Override
    protected String url() {
        return "etcd://" + etcd.hosts() + "/tests/trials";
    }

    /** The members elect a leader after 3 to 6 seconds. */
    @Override
    protected Duration lease() {
        return Duration.ofSeconds(20);
    }

    @Override
    protected void killLeader() throws Exception {
        etcd.killLeader();
        etcd.awaitOthers();
    }

    @Override
    protected void stopStore() throws Exception {
        etcd.killAll();
    }

    @Override
    protected void startStore() throws Exception {
        etcd.restart();
    }
}
