package org.peerlock.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Locks that users have today.
 *
 * @param module the folder under {@code bench/peers} that has its class path
 * @param maker the class that makes the {@link org.peerlock.bench.harness.Subject}
 * @param server the main class of its server; null if it has none
 */
record ComparedProduct(
        String title, String module, String maker, @Nullable String server) {

    private static final String PACKAGE = "org.peerlock.bench.peers.";

    static final List<ComparedProduct> ALL = List.of(
            withServer("PostgreSQL 18, advisory locks", "postgresql", "Postgresql"),
            withServer("Redis 6.2, Redisson 4.7", "redisson", "Redisson"),
            withServer("ZooKeeper 3.9, Curator 5.9", "curator", "Curator"),
            embedded("JGroups 5.3.18, LockService", "jgroups", "Jgroups"),
            embedded("Hazelcast 5.4.0, FencedLock", "hazelcast", "Hazelcast"));

    private static ComparedProduct withServer(String title, String module, String name) {
        String prefix = PACKAGE + module + "." + name;
        return new ComparedProduct(title, module, prefix + "Subject$Maker", prefix + "Server");
    }

    private static ComparedProduct embedded(String title, String module, String name) {
        return new ComparedProduct(title, module, PACKAGE + module + "." + name + "Subject$Maker", null);
    }

    /** Whether it was built, as it is if its libraries could be had. */
    boolean isThere(Path root) {
        return Files.isDirectory(libraries(root));
    }

    private Path libraries(Path root) {
        return root.resolve(Path.of("bench", "peers", module, "target", "lib"));
    }

    LockImplementation make(Path root) {
        return new LockImplementation(title, maker, libraries(root).resolve("*").toString());
    }
}
