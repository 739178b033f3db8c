package org.peerlock.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Another product with locks, with which Peerlock is compared.
 *
 * @param module its folder under {@code bench/peers}
 * @param factoryClass the {@link org.peerlock.bench.harness.Subject.Factory}
 * @param serverClass the main class of its server; null if it needs none
 */
record ComparedProduct(
        String title,
        String module,
        String factoryClass,
        @Nullable String serverClass) {

    private static final String PACKAGE = "org.peerlock.bench.peers.";

    static final ComparedProduct POSTGRESQL = withServer("PostgreSQL 18, advisory locks", "postgresql", "Postgresql");

    static final List<ComparedProduct> ALL = List.of(
            POSTGRESQL,
            withServer("Redis 6.2, Redisson 4.7", "redisson", "Redisson"),
            withServer("ZooKeeper 3.9, Curator 5.9", "curator", "Curator"),
            embedded("JGroups 5.3.18, LockService", "jgroups", "Jgroups"),
            embedded("Hazelcast 5.4.0, FencedLock", "hazelcast", "Hazelcast"));

    private static ComparedProduct withServer(String title, String module, String name) {
        String prefix = PACKAGE + module + "." + name;
        return new ComparedProduct(title, module, prefix + "Subject$Factory", prefix + "Server");
    }

    private static ComparedProduct embedded(String title, String module, String name) {
        return new ComparedProduct(title, module, PACKAGE + module + "." + name + "Subject$Factory", null);
    }

    /** Whether its module was built. It is not if its libraries could not be downloaded. */
    boolean isBuilt(Path root) {
        return Files.isDirectory(libraries(root));
    }

    private Path libraries(Path root) {
        return root.resolve(Path.of("bench", "peers", module, "target", "lib"));
    }

    LockImplementation implementation(Path root) {
        return new LockImplementation(
                title, factoryClass, libraries(root).resolve("*").toString());
    }
}
