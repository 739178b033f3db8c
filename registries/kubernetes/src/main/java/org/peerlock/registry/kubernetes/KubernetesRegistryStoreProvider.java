package org.peerlock.registry.kubernetes;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStoreProvider;

/**
 * Opens {@code k8s://namespace/name}, and {@code k8s:///name} for the namespace of the pod. The
 * registry is the Secret {@code name.cluster}. A cluster whose name is not a legal part of a
 * Secret's name gets a hash at the end.
 *
 * <p>The address of the API server comes from the variables {@code KUBERNETES_SERVICE_HOST} and
 * {@code KUBERNETES_SERVICE_PORT} that every pod has; its certificate authority and the token come
 * from the files of the pod's service account. Outside of a pod, parameters replace them:
 * {@code k8s://namespace/name?server=https://host:port&ca=FILE&token=FILE}. The token's file is read
 * for each call.
 *
 * <p>This store was tested with servers that behave as the API server is documented to behave, and
 * with no real one.
 */
public final class KubernetesRegistryStoreProvider implements RegistryStoreProvider {

    private final Map<String, String> environment;

    /** For {@link java.util.ServiceLoader}. */
    public KubernetesRegistryStoreProvider() {
        this(System.getenv());
    }

    KubernetesRegistryStoreProvider(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Set<String> schemes() {
        return Set.of(KubernetesUrl.SCHEME);
    }

    @Override
    public RegistryStore open(String url, String cluster) throws IOException {
        return new KubernetesRegistryStore(KubernetesUrl.parse(url, environment), cluster);
    }
}
