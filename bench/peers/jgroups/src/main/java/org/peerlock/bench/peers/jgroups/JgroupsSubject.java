package org.peerlock.bench.peers.jgroups;

import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.jgroups.JChannel;
import org.jgroups.blocks.locking.LockService;
import org.peerlock.bench.harness.Options;
import org.peerlock.bench.harness.Subject;

/** The lock service of JGroups. It has neither read-write locks nor semaphores. */
@SuppressWarnings("deprecation") // it is still what JGroups has for locks
public final class JgroupsSubject implements Subject {

    /** Options: {@code cluster}, and {@code directory} where its processes meet, which is there and was empty. */
    public static final class Maker implements Subject.Maker {
        @Override
        public Subject open(Map<String, String> options) throws Exception {
            Path directory = Path.of(Options.text(options, "directory"));
            System.setProperty("bench.directory", directory.toString()); // stack.xml asks for it
            JChannel channel = new JChannel("stack.xml");
            try (FileChannel door =
                    FileChannel.open(directory.resolve("door"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                door.lock(); // two that join at once may each found a cluster, and hold the same locks until they
                // have met
                channel.connect(Options.text(options, "cluster"));
            }
            return new JgroupsSubject(channel);
        }
    }

    private final JChannel channel;
    private final LockService locks;

    private JgroupsSubject(JChannel channel) {
        this.channel = channel;
        this.locks = new LockService(channel);
    }

    @Override
    public ThreadLock exclusive(String name) {
        return ThreadLock.of(locks.getLock(name));
    }

    @Override
    public void close() {
        channel.close();
    }
}
