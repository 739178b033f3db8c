/** Requests over HTTP, for the stores of registries. It is no API: only Peerlock's own modules use it. */
@SuppressWarnings("module") // the stores are compiled later
module org.peerlock.registry.http {
    requires transitive java.net.http;
    requires transitive org.peerlock;
    requires tools.jackson.core;
    requires static org.jspecify;

    exports org.peerlock.registry.http to
            org.peerlock.registry.etcd,
            org.peerlock.registry.kubernetes;
}
