package org.peerlock.examples;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.peerlock.DistributedSemaphore;
import org.peerlock.Grant;
import org.peerlock.Peerlock;

/**
 * A tool with two licences. Start it three times at once: at most two processes use a licence at
 * the same time, and the licence of a process that is killed is returned.
 */
public final class Licences {

    private static final int ALL = 2;

    private Licences() {}

    /**
     * Uses one licence five times.
     *
     * @param arguments the registry directory, in which each use has a file, too; default: a
     *     subdirectory of the current one
     */
    public static void main(String... arguments) throws Exception {
        Path directory = Path.of(arguments.length > 0 ? arguments[0] : "target/licences");
        try (Peerlock peerlock = Peerlock.builder("licences")
                .directory(directory.resolve("registry"))
                .join()) {
            DistributedSemaphore licences = peerlock.semaphore("licences", ALL);
            System.out.println("Waits");
            for (int i = 0; i < 5; i++) {
                try (Grant licence = licences.acquire()) {
                    Path use = Files.createTempFile(directory, "use-", "");
                    Thread.sleep(50);
                    System.out.println("Uses " + licence.permits() + ", in use " + count(directory) + " of " + ALL);
                    Files.delete(use);
                }
            }
        }
    }

    private static long count(Path directory) throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("use-"))
                    .count();
        }
    }
}
