package org.peerlock.registry.etcd;

import java.util.Map;
import java.util.Set;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStoreProvider;

/**
 * Opens {@code etcd://host1:2379,host2:2379,host3:2379/prefix}, and {@code etcds://} for TLS. The
 * default port is 2379. The registry is the value of the key {@code prefix/cluster}.
 *
 * <p>Where etcd demands a user, the URL has it as {@code etcd://user:password@host/prefix}, or the
 * environment variables {@code PEERLOCK_REGISTRY_USER} and {@code PEERLOCK_REGISTRY_PASSWORD} have
 * it. The variables count where the URL has no user.
 *
 * <p>{@code etcds://host/prefix?ca=FILE&cert=FILE&key=FILE} names PEM files: the authorities that
 * are trusted instead of those of the JDK, and the certificate and key of this client. Changed files
 * are read again.
 */
public final class EtcdRegistryStoreProvider implements RegistryStoreProvider {

    private final Map<String, String> environment;

    /** For {@link java.util.ServiceLoader}. */
    public EtcdRegistryStoreProvider() {
        this(System.getenv());
    }

    EtcdRegistryStoreProvider(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Set<String> schemes() {
        return Set.of(EtcdUrl.PLAIN, EtcdUrl.TLS);
    }

    @Override
    public RegistryStore open(String url, String cluster) {
        return new EtcdRegistryStore(EtcdUrl.parse(url, environment), cluster);
    }
}
