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
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Says which process a node lives in, so that another process of the machine can prove that it is dead, and need not wait
 * until its lease has surely ended.
 *
 * <p>The proof: the file names a process of this boot of the machine and of this process namespace that is not there any more,
 * or is another one with the same number; <em>and</em> the file can be locked, which its process does as long as it lives. The
 * lock alone proves nothing: a process loses it when it opens and closes the file once more, wherever in it. A process that is
 * stopped is not dead, and keeps its lock.
 *
 * <p>Whatever is not certain is no proof: half a file, a file of another user, a system that tells nothing of its processes.
 * The file is not forced to the disk, since it says nothing any more once the machine has been started again.
 */
public final class MemberFile implements AutoCloseable {

    private static final String UNKNOWN_HOME = "peerlock-member unknown\n";
    private static final int LONGEST = 1_000;

    /**
     * The files of nodes in this process, by what identifies a file under all its names. They must not be opened again: closing
     * them would give up the lock. Nor must their channels be lost, so they are kept here. Guarded by itself.
     */
    private static final Map<Object, FileChannel> OWN = new HashMap<>();

    private final Path path;
    private final Object key;

    private MemberFile(Path path, Object key) {
        this.path = path;
        this.key = key;
    }

    static MemberFile create(Path path, ProcessTable processTable) throws IOException {
        String text = processTable.own().map(ProcessTable.Home::text).orElse(UNKNOWN_HOME);
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
                Object key = key(path);
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

    /** Whether the process of the file is certainly dead. Changes nothing, and may be asked of one's own. */
    static boolean provesDeath(Path path, ProcessTable processTable) throws IOException {
        synchronized (OWN) {
            try {
                return !OWN.containsKey(key(path)) && provesDeathOfAnother(path, processTable);
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

    private static Object key(Path path) throws IOException {
        Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        return key != null ? key : path.toRealPath();
    }

    /** The node has left: it holds nothing, and nobody needs to prove anything about it. */
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
