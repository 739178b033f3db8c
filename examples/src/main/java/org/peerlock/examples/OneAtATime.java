package org.peerlock.examples;

import java.nio.file.Files;
import java.nio.file.Path;
import org.peerlock.DistributedLock;
import org.peerlock.Peerlock;

/**
 * Counts in a file, one process at a time. Start it in several terminals at once: no number is
 * printed twice, and none is missing.
 */
public final class OneAtATime {

    private OneAtATime() {}

    /**
     * Counts ten times.
     *
     * @param arguments the registry directory, in which the file is, too; default: a subdirectory
     *     of the current one
     */
    public static void main(String... arguments) throws Exception {
        Path directory = Path.of(arguments.length > 0 ? arguments[0] : "target/one-at-a-time");
        Path file = directory.resolve("count");
        try (Peerlock peerlock = Peerlock.builder("one-at-a-time")
                .directory(directory.resolve("registry"))
                .join()) {
            DistributedLock lock = peerlock.lock("count");
            for (int i = 0; i < 10; i++) {
                lock.lock();
                try {
                    int count = Files.exists(file) ? Integer.parseInt(Files.readString(file)) : 0;
                    Thread.sleep(50); // without the lock, another process would read the same number now
                    Files.writeString(file, String.valueOf(count + 1));
                    System.out.println("Counted to " + (count + 1) + " with fence " + lock.fence());
                } finally {
                    lock.unlock();
                }
            }
        }
    }
}
