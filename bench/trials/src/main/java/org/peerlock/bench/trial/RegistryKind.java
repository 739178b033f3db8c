package org.peerlock.bench.trial;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What keeps the registry in a trial. */
enum RegistryKind {
    ETCD,
    POSTGRESQL,
    ZOOKEEPER;

    /** The servers, with their data in a new directory. They do not run yet. */
    RegistryServers create(List<TrialHost> hosts, Path directory) throws IOException, InterruptedException {
        return switch (this) {
            case ETCD -> new EtcdServers(hosts, directory);
            case POSTGRESQL -> new PostgreSqlServers(hosts, directory);
            case ZOOKEEPER -> new ZooKeeperServers(hosts, directory);
        };
    }
}
