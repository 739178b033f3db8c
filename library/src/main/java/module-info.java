/**
 * Locks, read-write locks and semaphores between the processes of an application, without a lock server.
 *
 * <p>Applications use {@link org.peerlock}; {@link org.peerlock.registry} is for those who store the registry elsewhere.
 */
@SuppressWarnings("module") // the test kit is compiled later
module org.peerlock {
    requires java.management;
    requires org.peerlock.algorithms;
    requires org.slf4j;
    requires static org.jspecify;

    // For Netty, which is in org.peerlock.internal.io.netty.
    requires java.logging;
    requires jdk.unsupported;
    requires static jdk.jfr;

    uses org.peerlock.registry.RegistryStoreProvider;

    provides org.peerlock.registry.RegistryStoreProvider with
            org.peerlock.internal.registry.FileRegistryStoreProvider;

    exports org.peerlock;
    exports org.peerlock.registry;
    exports org.peerlock.internal.cluster to
            org.peerlock.testkit;
    exports org.peerlock.internal.engine to
            org.peerlock.testkit;
    exports org.peerlock.internal.engine.effects to
            org.peerlock.testkit;
    exports org.peerlock.internal.engine.locks to
            org.peerlock.testkit;
    exports org.peerlock.internal.engine.lockword to
            org.peerlock.testkit;
    exports org.peerlock.internal.engine.settings to
            org.peerlock.testkit;
    exports org.peerlock.internal.protocol to
            org.peerlock.testkit;
    exports org.peerlock.internal.runtime to
            org.peerlock.testkit;
}
