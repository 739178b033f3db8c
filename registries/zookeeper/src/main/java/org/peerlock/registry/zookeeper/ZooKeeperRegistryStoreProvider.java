package org.peerlock.registry.zookeeper;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStoreProvider;

/**
 * Opens {@code zk://host1:2181,host2:2181,host3:2181/path}. The registry of a cluster is below the
 * node {@code /path/cluster}. User and password of digest authentication stand before the hosts,
 * {@code zk://user:password@host1}, or in the environment variables
 * {@code PEERLOCK_REGISTRY_USER} and {@code PEERLOCK_REGISTRY_PASSWORD}.
 */
public final class ZooKeeperRegistryStoreProvider implements RegistryStoreProvider {

    private static final String USER = "PEERLOCK_REGISTRY_USER";
    private static final String PASSWORD = "PEERLOCK_REGISTRY_PASSWORD";

    /** For {@link java.util.ServiceLoader}. */
    public ZooKeeperRegistryStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("zk");
    }

    /** Does not connect yet: the first call does. */
    @Override
    public RegistryStore open(String url, String cluster) {
        return open(url, cluster, System.getenv());
    }

    static ZooKeeperRegistryStore open(String url, String cluster, Map<String, String> environment) {
        ZooKeeperUrl parsed = ZooKeeperUrl.parse(url);
        Optional<String> credentials = parsed.credentials().or(() -> credentials(environment));
        return new ZooKeeperRegistryStore(
                new ZooKeeperClient(parsed, credentials), parsed.node(cluster), credentials.isPresent());
    }

    private static Optional<String> credentials(Map<String, String> environment) {
        @Nullable String user = environment.get(USER);
        @Nullable String password = environment.get(PASSWORD);
        if (user == null && password == null) {
            return Optional.empty();
        }
        if (user == null || password == null) {
            throw new IllegalArgumentException("set both " + USER + " and " + PASSWORD + ", or neither");
        }
        return Optional.of(ZooKeeperUrl.credentials(user, password));
    }
}
