package org.peerlock.bench.storm;

import java.io.IOException;
import java.nio.file.Path;
import org.peerlock.bench.process.SharedLongs;

/** What the locks protect: one resource for each lock. It refuses fences that are older than one that it has seen. */
final class FencedResources {

    private final SharedLongs greatest;

    FencedResources(Path file, int count) throws IOException {
        greatest = SharedLongs.open(file, count);
    }

    /** Returns false if the write is refused. */
    boolean write(StormLock lock, long fence) {
        while (true) {
            long last = greatest.get(lock.index());
            if (fence < last) {
                return false;
            }
            if (greatest.replace(lock.index(), last, fence)) {
                return true;
            }
        }
    }
}
