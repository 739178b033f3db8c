/** Keeps the registry of a cluster in etcd: {@code etcd://host1,host2,host3/prefix}. */
module org.peerlock.registry.etcd {
    requires transitive org.peerlock;
    requires org.peerlock.registry.http;
    requires static org.jspecify;

    provides org.peerlock.registry.RegistryStoreProvider with
            org.peerlock.registry.etcd.EtcdRegistryStoreProvider;

    exports org.peerlock.registry.etcd;
}
