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
@SuppressWarnings("deprecation") // JGroups has no other locks
public final class JgroupsSubject implements Subject {

    /**
     * Options: {@code cluster}, {@code address} of this host, and {@code directory} for discovery,
     * which exists and was empty.
     */
    public static final class Factory implements Subject.Factory {
        @Override
        public Subject open(Map<String, String> options) throws Exception {
            Path directory = Path.of(Options.text(options, "directory"));
            System.setProperty("bench.directory", directory.toString()); // for stack.xml
            System.setProperty("bench.address", Options.text(options, "address"));
            JChannel channel = new JChannel("stack.xml");
            try (FileChannel joinLock = FileChannel.open(
                    directory.resolve("join.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                // Two that join at once may each found a cluster, and both hold a lock until they
                // merge.
                joinLock.lock();
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
