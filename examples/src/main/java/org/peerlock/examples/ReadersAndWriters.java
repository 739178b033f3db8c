package org.peerlock.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.peerlock.DistributedReadWriteLock;
import org.peerlock.Grant;
import org.peerlock.Peerlock;

/**
 * Two files with equal content, which many processes read, and one at a time changes. Start it
 * several times at once: readers overlap, and never see one new file and one old file.
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
     * @param arguments the registry directory, in which the files are, too; default: a subdirectory
     *     of the current one
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
        Thread.sleep(20); // without the lock, another process would see different files now
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
