package org.peerlock.examples;

import java.nio.file.Files;
import java.nio.file.Path;
import org.peerlock.DistributedLock;
import org.peerlock.Peerlock;

/**
 * Counts in a file, one process at a time. Start it several times at once, in as many terminals: no number comes twice, and none is
 * left out.
 */
public final class OneAtATime {

    private OneAtATime() {}

    /**
     * Counts ten times.
     *
     * @param arguments the directory in which the processes meet, and in which the file is; by default one below this one
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
                    Thread.sleep(50); // time enough for another process to read the same number, if it could
                    Files.writeString(file, String.valueOf(count + 1));
                    System.out.println("Counted to " + (count + 1) + " with fence " + lock.fence());
                } finally {
                    lock.unlock();
                }
            }
        }
    }
}
