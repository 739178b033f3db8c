package org.peerlock.cli.resident;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.peerlock.cli.client.ResidentFiles;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;

/** The right to be the one resident node of a cluster. It ends with the process, however that ends. */
final class SingleInstanceLock implements AutoCloseable {

    private final ResidentFiles residentFiles;
    private final FileChannel file;

    private SingleInstanceLock(ResidentFiles residentFiles, FileChannel file) {
        this.residentFiles = residentFiles;
        this.file = file;
    }

    ResidentFiles residentFiles() {
        return residentFiles;
    }

    /** @throws CommandException if there is a resident node already, or nobody could connect to one there */
    static SingleInstanceLock acquire(ResidentFiles residentFiles) throws IOException {
        if (residentFiles.socketPathBytes() > ResidentFiles.MAX_SOCKET_PATH_BYTES) {
            throw new CommandException(
                    Exit.USAGE,
                    "the path " + residentFiles.socket() + " has " + residentFiles.socketPathBytes()
                            + " bytes, but that of a Unix-domain socket has " + ResidentFiles.MAX_SOCKET_PATH_BYTES
                            + " at most; choose a shorter directory with --registry");
        }
        FileChannel file = FileChannel.open(
                residentFiles.lock(),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                BearerToken.ownerOnly(residentFiles.lock()));
        if (!lock(file)) {
            file.close();
            throw new CommandException(
                    Exit.UNAVAILABLE,
                    "there is a resident node at " + residentFiles.socket()
                            + " already; use that one, or end it first");
        }
        return new SingleInstanceLock(residentFiles, file);
    }

    private static boolean lock(FileChannel file) throws IOException {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException e) { // by this process
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
