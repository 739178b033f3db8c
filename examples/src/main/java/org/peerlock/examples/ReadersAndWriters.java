package org.peerlock.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.peerlock.DistributedReadWriteLock;
import org.peerlock.Grant;
import org.peerlock.Peerlock;

/**
 * Two files that must say the same, which many read and one changes at a time. Start it several times at once: readers are in
 * together, and never see that one file is new and the other old.
 */
public final class ReadersAndWriters {

    private final Path first;
    private final Path second;

    private ReadersAndWriters(Path directory) {
        first = directory.resolve("first");
        second = directory.resolve("second");
    }

    /**
     * Reads ten times, and writes five times.
     *
     * @param arguments the directory in which the processes meet, and in which the files are; by default one below this one
     */
    public static void main(String... arguments) throws Exception {
        Path directory = Path.of(arguments.length > 0 ? arguments[0] : "target/readers-and-writers");
        ReadersAndWriters files = new ReadersAndWriters(directory);
        try (Peerlock peerlock = Peerlock.builder("readers-and-writers")
                .directory(directory.resolve("registry"))
                .join()) {
            DistributedReadWriteLock lock = peerlock.readWriteLock("files");
            System.out.println("Waits");
            for (int i = 0; i < 5; i++) {
                files.look(lock);
                files.change(lock);
                files.look(lock);
            }
        }
    }

    private void look(DistributedReadWriteLock lock) throws Exception {
        try (Grant reading = lock.readLock().acquire()) {
            Thread.sleep(10);
            System.out.println("Read " + read(first) + " and " + read(second) + " with fence " + reading.fence());
        }
    }

    private void change(DistributedReadWriteLock lock) throws Exception {
        Grant writing = lock.writeLock().acquire();
        int written = read(first) + 1;
        Files.writeString(first, String.valueOf(written));
        Thread.sleep(20); // time enough for another process to see that they differ, if it could
        Files.writeString(second, String.valueOf(written));
        System.out.println("Wrote " + written + " with fence " + writing.fence());
        try (Grant reading = writing.downgrade()) { // nobody can write in between
            System.out.println("Still " + read(second) + " with fence " + reading.fence());
        }
    }

    private static int read(Path file) throws IOException {
        return Files.exists(file) ? Integer.parseInt(Files.readString(file)) : 0;
    }
}
