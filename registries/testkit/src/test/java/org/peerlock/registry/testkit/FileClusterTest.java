package org.peerlock.registry.testkit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.io.TempDir;

/** Three processes with their registry in a file, which is away while a damaged one is in its place. */
class FileClusterTest extends ClusterConformance {

    @TempDir
    static Path temporary;

    private static Path file(String name) {
        return temporary.resolve("registry").resolve(name);
    }

    @Override
    protected String url() {
        return "file:" + temporary.resolve("registry");
    }

    @Override
    protected boolean provesDeaths() {
        return true;
    }

    @Override
    protected void stopStore() throws IOException {
        Path damaged = Files.writeString(temporary.resolve("damaged"), "damaged");
        Path hidden = temporary.resolve("hidden");
        whileNobodyWrites(() -> {
            Files.copy(file("cluster-state"), hidden);
            Files.move(damaged, file("cluster-state"), StandardCopyOption.ATOMIC_MOVE);
        });
    }

    @Override
    protected void startStore() throws IOException {
        Files.move(temporary.resolve("hidden"), file("cluster-state"), StandardCopyOption.ATOMIC_MOVE);
    }

    private interface Task {
        void perform() throws IOException;
    }

    private static void whileNobodyWrites(Task task) throws IOException {
        try (FileChannel channel = FileChannel.open(file("cluster-state.lock"), StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assert lock.isValid();
            task.perform();
        }
    }
}
