package org.peerlock.internal.registry;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Names the process of a member, so that another process of the machine can prove its death instead
 * of waiting for its lease.
 *
 * <p>The proof has two parts. The file names a process of this boot of the machine and of this
 * process namespace that no longer exists, or whose number belongs to another process now.
 * <em>And</em> the file can be locked, which its process prevents as long as it runs. The lock
 * alone proves nothing: a process loses it when any code in it opens and closes the file once more.
 * A stopped process is not dead, and keeps its lock.
 *
 * <p>Whatever is not certain is no proof: an incomplete file, a file of another user, a system that
 * hides its processes. The file is not forced to the disk, because it means nothing after a restart
 * of the machine.
 */
public final class MemberFile implements AutoCloseable {

    private static final String UNKNOWN_PROCESS = "peerlock-member unknown\n";
    private static final int LONGEST = 1_000;

    /**
     * The open files of members in this process, by a key that is the same for all paths to a file.
     * They must not be opened a second time, because closing that channel would release the lock;
     * nor may their channels be garbage-collected. Guarded by itself.
     */
    private static final Map<Object, FileChannel> OWN = new HashMap<>();

    private final Path path;
    private final Object key;

    private MemberFile(Path path, Object key) {
        this.path = path;
        this.key = key;
    }

    static MemberFile create(Path path, ProcessTable processTable) throws IOException {
        String text = processTable.own().map(ProcessTable.Home::text).orElse(UNKNOWN_PROCESS);
        synchronized (OWN) {
            FileChannel channel = FileChannel.open(
                    path,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    RegistryFiles.ownerOnly(path));
            try {
                channel.lock();
                ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(US_ASCII));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                Object key = RegistryFiles.key(path);
                OWN.put(key, channel);
                return new MemberFile(path, key);
            } catch (IOException e) {
                try (channel) {
                    Files.deleteIfExists(path);
                }
                throw e;
            }
        }
    }

    /** Whether the process of the file is certainly dead. Safe for files of this process, too. */
    static boolean provesDeath(Path path, ProcessTable processTable) throws IOException {
        synchronized (OWN) {
            try {
                return !OWN.containsKey(RegistryFiles.key(path)) && provesDeathOfAnother(path, processTable);
            } catch (NoSuchFileException | AccessDeniedException | OverlappingFileLockException e) {
                return false;
            }
        }
    }

    private static boolean provesDeathOfAnother(Path path, ProcessTable processTable) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            if (ProcessTable.Home.parse(text(channel))
                    .filter(processTable::isGone)
                    .isEmpty()) {
                return false;
            }
            try (FileLock shared = channel.tryLock(0, Long.MAX_VALUE, true)) {
                return shared != null;
            }
        }
    }

    private static String text(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST);
        while (channel.read(bytes) > 0) {}
        return new String(bytes.array(), 0, bytes.position(), US_ASCII);
    }

    /** The member has left and holds nothing, so nobody needs a proof any more. */
    @Override
    public void close() throws IOException {
        synchronized (OWN) {
            FileChannel channel = OWN.remove(key);
            if (channel != null) {
                try (channel) {
                    Files.deleteIfExists(path);
                }
            }
        }
    }
}
