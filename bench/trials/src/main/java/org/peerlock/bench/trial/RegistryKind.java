package org.peerlock.bench.trial;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What keeps the registry in a trial. */
enum RegistryKind {
    ETCD(EtcdServers::new),
    POSTGRESQL(PostgreSqlServers::new),
    ZOOKEEPER(ZooKeeperServers::new);

    /** Prepares servers, and does not start them. */
    private interface Preparation {
        RegistryServers prepare(List<TrialHost> hosts, Path directory) throws IOException, InterruptedException;
    }

    private final Preparation preparation;

    RegistryKind(Preparation preparation) {
        this.preparation = preparation;
    }

    /** The servers, with their data in a new directory. They do not run yet. */
    RegistryServers create(List<TrialHost> hosts, Path directory) throws IOException, InterruptedException {
        return preparation.prepare(hosts, directory);
    }
}
