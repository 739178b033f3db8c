package org.peerlock.internal.registry;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file by whose lock the processes that write a registry exclude each other. No process
 * replaces it. If somebody deletes it all the same, another process creates and locks a new one:
 * {@link #requireInPlace} finds that out.
 *
 * <p>Such locks belong to the whole process, so it must not use two of these objects for one file
 * at a time.
 */
final class LockFile implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LockFile.class);

    private final Path path;
    private final FileChannel channel;
    /** The file that was at the path when that was asked. Closing it would release the lock. */
    private @Nullable FileChannel inPlace;

    /** Opens the file, and creates it if there is none. */
    LockFile(Path path) throws IOException {
        this.path = path;
        RegistryFiles.requireRegular(path);
        channel = FileChannel.open(
                path,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                RegistryFiles.ownerOnly(path));
    }

    /** Returns false if another process has the lock. */
    boolean tryLock() throws IOException {
        return channel.tryLock() != null;
    }

    /**
     * Makes sure that the file that is locked is the file at the path. Call it once, with the lock.
     *
     * <p>Identities of files would not be certain: the system gives that of a deleted file to a new
     * one. But the virtual machine knows which open files it has locked.
     *
     * @throws IOException if somebody has replaced or deleted the file since it was opened
     */
    void requireInPlace() throws IOException {
        FileChannel found = FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        inPlace = found;
        try {
            found.tryLock();
        } catch (OverlappingFileLockException e) {
            return; // this process has locked that file
        }
        throw new IOException("somebody replaced " + path);
    }

    /** Releases the lock. Closing does that even if it fails. */
    @Override
    public void close() {
        close(channel);
        if (inPlace != null) {
            close(inPlace);
        }
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.trace("Could not close the lock file", e);
        }
    }
}
