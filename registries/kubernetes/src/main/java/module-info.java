/** Keeps the registry of a cluster in a Secret of Kubernetes: {@code k8s://namespace/name}. */
module org.peerlock.registry.kubernetes {
    requires transitive org.peerlock;
    requires org.peerlock.registry.http;
    requires static org.jspecify;

    provides org.peerlock.registry.RegistryStoreProvider with
            org.peerlock.registry.kubernetes.KubernetesRegistryStoreProvider;

    exports org.peerlock.registry.kubernetes;
}
