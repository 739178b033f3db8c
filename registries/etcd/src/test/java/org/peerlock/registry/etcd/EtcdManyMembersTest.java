package org.peerlock.registry.etcd;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.testkit.ManyMembersConformance;

/** On three members of etcd. */
class EtcdManyMembersTest extends ManyMembersConformance {

    private EtcdServers etcd;

    @BeforeEach
    void startServers(@TempDir Path directory) throws Exception {
        etcd = new EtcdServers(directory, 3);
    }

    @AfterEach
    void stopServers() {
        etcd.close();
    }

    @Override
    protected String url() {
        return "etcd://" + etcd.hosts() + "/tests/members";
    }

    @Override
    protected long writes(TaggedBytes stored) {
        return Long.parseLong(stored.tag().replaceFirst("/.*", "")); // the revision of etcd
    }
}
